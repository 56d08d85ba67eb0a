// Labels, names, colours and further columns: what every format that has them shares.
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

/// One attribute before it is read.
struct AttributePlan {
    std::string name;
    bool words = false;
};

/// Takes the attributes of the rows of one piece, in the order of the file, those of rows that were left out too. What a row does
/// not set is missing; a colour that is not set is `no_colour`.
class AttributeCollector {
public:
    explicit AttributeCollector(const std::vector<AttributePlan>&, bool colours);

    void number(std::size_t attribute, double value) { columns_[attribute].numbers.back() = value; }
    void word(std::size_t attribute, std::string_view);  ///< "" is missing; kept as clean_word has it
    void colour(std::uint32_t rgba) { colours_.back() = rgba; }
    /// Before the values of each row.
    void begin_row();

private:
    friend class AttributeJoin;
    struct WordHash : std::hash<std::string_view> {
        using is_transparent = void;
    };
    struct Column {
        bool is_words = false;
        std::vector<double> numbers;
        std::vector<std::int32_t> word;
        std::vector<std::string> words;
        std::unordered_map<std::string, std::int32_t, WordHash, std::equal_to<>> find;
    };
    std::vector<Column> columns_;
    std::vector<std::uint32_t> colours_;
    std::string scratch_;
    bool has_colours_ = false;
    std::int64_t rows_ = 0;
};

constexpr std::uint32_t no_colour = 0xff808080;

/// Red, green and blue from 0 to 255 as DataSet::colours has them.
constexpr std::uint32_t rgb(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
    return 0xff000000u | blue << 16 | green << 8 | red;
}

/// Joins what the pieces of a file say beside coordinates, in the order of the file, each as soon as those before it are there: beside
/// what becomes of them no more than a few pieces are held. Pieces are handed in from several threads, each once.
class AttributeJoin {
public:
    /// `rows`: about how many are kept; more than there are is best. `kept`: which rows of the file these are, ascending (DataSet::file_rows), when it
    /// is known before; empty for all. It must outlive this.
    AttributeJoin(std::vector<AttributePlan>, bool colours, std::size_t rows, const std::vector<std::int64_t>& kept);

    AttributeCollector collector() const { return AttributeCollector(plan_, colours_); }
    bool has(std::size_t piece) const;
    /// `left_out`: rows of the piece that are not kept, ascending (RowCollector::left_out); empty where `kept` says so.
    void add(std::size_t piece, AttributeCollector, const std::vector<std::int64_t>& left_out);
    /// When all pieces are there.
    void give(DataSet&);

private:
    struct Waiting {
        AttributeCollector piece;
        std::vector<std::int64_t> left_out;
    };
    std::vector<std::size_t> kept_rows(const Waiting&);
    void append(const Waiting&);

    std::vector<AttributePlan> plan_;
    bool colours_;
    const std::vector<std::int64_t>& kept_;
    mutable std::mutex mutex_;
    std::set<std::size_t> there_;             ///< pieces
    std::map<std::size_t, Waiting> waiting_;  ///< by piece
    std::size_t next_ = 0;                    ///< piece
    std::size_t next_kept_ = 0;
    std::int64_t file_row_ = 0;
    std::vector<Attribute> attributes_;
    std::vector<decltype(AttributeCollector::Column::find)> find_;
    std::vector<std::uint32_t> rgba_;
};

/// Bytes that each row of these takes.
double attribute_bytes(const std::vector<AttributePlan>&, bool colours);

/// Reads the attributes of a file in pieces, which together hold the rows of the file in order, and keeps those of the rows that
/// `data` kept. Call it after `assemble`, with the same cut. `read` is called from several threads, once a piece. A memory Error
/// when they do not fit.
void collect_attributes(DataSet& data, const std::string& path, const std::vector<AttributePlan>&, bool colours, std::size_t pieces,
    const std::function<void(std::size_t piece, AttributeCollector&)>& read, const Progress&);

}  // namespace neighborscope
