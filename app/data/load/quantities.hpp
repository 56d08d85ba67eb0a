// Reads quantities in pieces; shared by all formats that have quantities.
#pragma once
#include "app/data/load/reader.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace neighborscope {

/// An empty quantity of numbers or words.
inline Quantity empty_quantity(std::string name, bool words) {
    return words ? Quantity{std::move(name), WordValues{}} : Quantity{std::move(name), NumberValues{}};
}
/// Empty colours, which are the last quantity.
inline Quantity empty_colours() { return {"colours", ColourValues{}}; }

/// Collects the quantities of the rows of one piece, in the order of the file, including rows that were left out. Values that a row does
/// not set are missing.
class QuantityCollector {
public:
    /// `plan`: empty quantities.
    explicit QuantityCollector(const std::vector<Quantity>& plan) : quantities_(plan), find_(plan.size()) {}

    void number(std::size_t quantity, double value) { std::get_if<NumberValues>(&quantities_[quantity].values)->of_point.back() = value; }
    void word(std::size_t quantity, std::string_view);  ///< "" is missing; converted by clean_word
    void colour(std::uint32_t rgba) { std::get_if<ColourValues>(&quantities_.back().values)->of_point.back() = rgba; }
    /// Call before the values of each row.
    void begin_row();

private:
    friend class QuantityJoin;
    struct WordHash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    using Find = std::unordered_map<std::string, std::int32_t, WordHash, std::equal_to<>>;
    std::vector<Quantity> quantities_;
    std::vector<Find> find_;  ///< finds the index of each word
    std::string scratch_;
    std::int64_t rows_ = 0;
};

/// Packs red, green and blue from 0 to 255 as in ColourValues.
constexpr std::uint32_t rgb(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
    return 0xff000000u | blue << 16 | green << 8 | red;
}

/// Joins the quantities of pieces in the order of the file, each as soon as all pieces before it were added, so that only a few pieces are
/// held beside the result. Pieces are added from several threads, each once.
class QuantityJoin {
public:
    /// `rows`: about how many rows are kept, preferably an upper bound. `kept`: these rows of the file, ascending (DataSet::file_rows), if
    /// known before; empty for all. It must outlive this.
    QuantityJoin(const std::vector<Quantity>& plan, std::size_t rows, const std::vector<std::int64_t>& kept);

    QuantityCollector collector() const { return QuantityCollector(plan_); }
    bool has(std::size_t piece) const;
    /// `left_out`: rows of the piece that are not kept, ascending (RowCollector::left_out); empty if `kept` is given.
    void add(std::size_t piece, QuantityCollector, const std::vector<std::int64_t>& left_out);
    /// Call after all pieces were added.
    void move_into(DataSet&);

private:
    struct PendingPiece {
        QuantityCollector piece;
        std::vector<std::int64_t> left_out;
    };
    std::vector<std::size_t> kept_rows(const PendingPiece&);
    void append(const PendingPiece&);

    const std::vector<Quantity> plan_;
    const std::vector<std::int64_t>& kept_;
    mutable std::mutex mutex_;
    std::set<std::size_t> received_;               ///< indices of pieces
    std::map<std::size_t, PendingPiece> pending_;  ///< by index of the piece
    std::size_t next_ = 0;                         ///< index of a piece
    std::size_t next_kept_ = 0;
    std::int64_t file_row_ = 0;
    std::vector<Quantity> quantities_;
    std::vector<QuantityCollector::Find> find_;
};

/// Returns the bytes per row of these quantities.
double quantity_bytes(const std::vector<Quantity>&);

/// Reads the quantities of a file in pieces, which together hold the rows of the file in order, and keeps those of the rows in `data`. Call
/// it after `assemble`, with the same pieces. `read` is called from several threads, once per piece. A memory Error if they do not fit.
void collect_quantities(DataSet& data, const std::string& path, const std::vector<Quantity>& plan, std::size_t pieces,
    const std::function<void(std::size_t piece, QuantityCollector&)>& read, const Progress&);

}  // namespace neighborscope
