// Points changed by hand, on top of data as they were loaded or made: added, moved, erased. Rows that stay keep the numbers that the file
// gives them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {
struct DataSet;

/// Each point is named once: moving it again moves the same entry, and what was added and erased again leaves nothing.
struct PointEdits {
    /// Its file row is first_new_row() + number.
    struct Added {
        std::int64_t number = 0;
        std::vector<double> at;  ///< true coordinates, [dimension]
        std::string label;       ///< its class, where the data have one; "" = none
        bool operator==(const Added&) const = default;
    };
    struct Moved {
        std::int64_t row = 0;  ///< of the file
        std::vector<double> at;
        bool operator==(const Moved&) const = default;
    };
    std::vector<Added> added;          ///< ascending by number
    std::vector<Moved> moved;          ///< ascending by row
    std::vector<std::int64_t> erased;  ///< rows of the file, ascending

    bool empty() const { return added.empty() && moved.empty() && erased.empty(); }
    std::size_t count() const { return added.size() + moved.size() + erased.size(); }
    bool operator==(const PointEdits&) const = default;

    void add(std::vector<double> at, std::string label);  ///< with the number after the greatest
    /// Of a row of the file, or, from `first_new` on, of a point that was added. Nothing happens to one that was erased.
    void move(std::int64_t row, std::int64_t first_new, std::vector<double> at);
    void erase(std::int64_t row, std::int64_t first_new);
    /// Of edits as somebody wrote them. Input Error that names a row or number that several edits name.
    void put_in_order();
};

/// The file row that the first point that is added gets: after all that the file has, those left out too. Of data before any edit.
std::int64_t first_new_row(const DataSet&);
/// Why points of these data cannot be changed by hand; none when they can.
std::optional<std::string> why_not_edited(const DataSet&);
/// Where a file row is after the edits of `data`, true coordinates; empty: there is no such point.
std::vector<double> place_of_row(const DataSet& data, const PointEdits&, std::int64_t file_row);

/// Changes the data. Points that moved by themselves stand still from then on. An index goes on to divide what it would have divided, as
/// long as all points lie there (DataSet::index_bounds). Errors: usage (these data cannot be edited), input (a row that there is not, another
/// dimension, a coordinate that float32 does not hold), naming the edit.
void apply_edits(DataSet&, const PointEdits&);

}  // namespace neighborscope
