// Labels, names, colours and further columns: what every format that has them shares.
#pragma once
#include "app/data/load/reader.hpp"

#include <cstdint>
#include <functional>
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
    friend struct AttributeMerger;
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

/// Reads the attributes of a file in pieces, which together hold the rows of the file in order, and keeps those of the rows that
/// `data` kept. Call it after `assemble`, with the same cut. `read` is called from several threads, once a piece. A memory Error
/// when they do not fit.
void collect_attributes(DataSet& data, const std::string& path, const std::vector<AttributePlan>&, bool colours, std::size_t pieces,
    const std::function<void(std::size_t piece, AttributeCollector&)>& read, const Progress&);

}  // namespace neighborscope
