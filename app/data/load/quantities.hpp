// What is said of points beside where they are, read in pieces: what every format that has it shares.
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

/// A quantity without values, to be read: numbers or words.
inline Quantity empty_quantity(std::string name, bool words) {
    return words ? Quantity{std::move(name), WordValues{}} : Quantity{std::move(name), NumberValues{}};
}
/// Colours, which come after all others.
inline Quantity empty_colours() { return {"colours", ColourValues{}}; }

/// Takes the quantities of the rows of one piece, in the order of the file, those of rows that were left out too. What a row does
/// not set is missing.
class QuantityCollector {
public:
    /// `plan`: quantities without values.
    explicit QuantityCollector(const std::vector<Quantity>& plan) : quantities_(plan), find_(plan.size()) {}

    void number(std::size_t quantity, double value) { std::get_if<NumberValues>(&quantities_[quantity].values)->of_point.back() = value; }
    void word(std::size_t quantity, std::string_view);  ///< "" is missing; kept as clean_word has it
    void colour(std::uint32_t rgba) { std::get_if<ColourValues>(&quantities_.back().values)->of_point.back() = rgba; }
    /// Before the values of each row.
    void begin_row();

private:
    friend class QuantityJoin;
    struct WordHash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    using Find = std::unordered_map<std::string, std::int32_t, WordHash, std::equal_to<>>;
    std::vector<Quantity> quantities_;
    std::vector<Find> find_;  ///< the place of each word
    std::string scratch_;
    std::int64_t rows_ = 0;
};

/// Red, green and blue from 0 to 255 as ColourValues has them.
constexpr std::uint32_t rgb(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
    return 0xff000000u | blue << 16 | green << 8 | red;
}

/// Joins what the pieces of a file say beside coordinates, in the order of the file, each as soon as those before it are there: beside
/// what becomes of them no more than a few pieces are held. Pieces are handed in from several threads, each once.
class QuantityJoin {
public:
    /// `rows`: about how many are kept; more than there are is best. `kept`: which rows of the file these are, ascending
    /// (DataSet::file_rows), when it is known before; empty for all. It must outlive this.
    QuantityJoin(const std::vector<Quantity>& plan, std::size_t rows, const std::vector<std::int64_t>& kept);

    QuantityCollector collector() const { return QuantityCollector(plan_); }
    bool has(std::size_t piece) const;
    /// `left_out`: rows of the piece that are not kept, ascending (RowCollector::left_out); empty where `kept` says so.
    void add(std::size_t piece, QuantityCollector, const std::vector<std::int64_t>& left_out);
    /// When all pieces are there.
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
    std::set<std::size_t> received_;               ///< pieces
    std::map<std::size_t, PendingPiece> pending_;  ///< by piece
    std::size_t next_ = 0;                         ///< piece
    std::size_t next_kept_ = 0;
    std::int64_t file_row_ = 0;
    std::vector<Quantity> quantities_;
    std::vector<QuantityCollector::Find> find_;
};

/// Bytes that each row of these takes.
double quantity_bytes(const std::vector<Quantity>&);

/// Reads the quantities of a file in pieces, which together hold the rows of the file in order, and keeps those of the rows that
/// `data` kept. Call it after `assemble`, with the same cut. `read` is called from several threads, once a piece. A memory Error
/// when they do not fit.
void collect_quantities(DataSet& data, const std::string& path, const std::vector<Quantity>& plan, std::size_t pieces,
    const std::function<void(std::size_t piece, QuantityCollector&)>& read, const Progress&);

}  // namespace neighborscope
