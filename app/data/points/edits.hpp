// Points that a person added, moved or erased after data were loaded or generated. Rows that stay keep their numbers in the file.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope {
struct DataSet;

/// Each point has at most one entry: moving a point again changes its entry, and erasing an added point removes its entry.
struct PointEdits {
    /// An added point; its file row is first_new_row() + number.
    struct Added {
        std::int64_t number = 0;
        std::vector<double> at;  ///< true coordinates, [dimension]
        std::string label;       ///< its class, if the data have classes; "": none
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

    void add(std::vector<double> at, std::string label);  ///< appends a point with the next number
    /// Moves a row of the file or, from `first_new` on, an added point. Does nothing to an erased point.
    void move(std::int64_t row, std::int64_t first_new, std::vector<double> at);
    void erase(std::int64_t row, std::int64_t first_new);
    /// Sorts and checks edits from a file. Input Error if several edits name one row or number.
    void put_in_order();
};

/// Returns the file row of the first added point: after all rows of the file, including those left out. For data before any edit.
std::int64_t first_new_row(const DataSet&);
/// Returns why these data cannot be edited; none if they can.
std::optional<std::string> why_not_edited(const DataSet&);
/// Returns the true coordinates of a file row after the edits; empty if there is no such point.
std::vector<double> place_of_row(const DataSet& data, const PointEdits&, std::int64_t file_row);

/// Applies the edits to the data. Moving points stop. An index keeps dividing the box of the original points as long as all points lie in
/// it (DataSet::index_bounds). Errors name the edit: usage (these data cannot be edited), input (no such row, another dimension, a
/// coordinate outside the range of float32).
void apply_edits(DataSet&, const PointEdits&);

}  // namespace neighborscope
