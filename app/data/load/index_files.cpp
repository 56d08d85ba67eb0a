#include "app/data/load/index_files.hpp"

#include "app/data/index_files/index_reader.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/load/scalars.hpp"

#include <algorithm>
#include <cstdint>

namespace neighborscope {
namespace {

/// Reads the number at this offset, 0 beyond the end.
template <class Number>
Number number_at(const InputFile& file, std::uint64_t byte) {
    return byte <= file.size() && sizeof(Number) <= file.size() - byte ? read_bits<Number>(file.begin() + byte) : Number{};
}

bool has_at(const InputFile& file, std::uint64_t byte, std::string_view text) {
    return byte < file.size() && file.bytes().substr(byte).starts_with(text);
}

std::string over(const char* library, std::uint64_t vectors, std::uint64_t dimensions) {
    return std::string("an index of ") + library + " over " + std::to_string(vectors) + " vectors of " + std::to_string(dimensions) +
           " dimensions";
}

/// index_dense.hpp, save: number of rows and bytes per row, the vectors, then "usearch"; or that word first without vectors.
std::string usearch_kind(const InputFile& file) {
    const std::uint64_t rows = number_at<std::uint32_t>(file, 0), bytes = number_at<std::uint32_t>(file, 4);
    if (has_at(file, 0, "usearch") && file.size() > 8 && file.begin()[7] >= 0 && file.begin()[7] < 32)
        return "an index of usearch, without its vectors";
    return has_at(file, 8 + rows * bytes, "usearch") ? "an index of usearch over " + std::to_string(rows) + " vectors" : std::string();
}

/// An index on disk begins with a table of numbers that begins with vectors and dimensions and ends with the file's size.
std::string diskann_kind(const InputFile& file) {
    const std::uint64_t numbers = number_at<std::uint32_t>(file, 0);
    const bool table = numbers >= 3 && numbers <= 64 && number_at<std::uint32_t>(file, 4) == 1 &&
                       number_at<std::uint64_t>(file, 8 * numbers) == file.size();
    return table ? over("DiskANN, on disk,", number_at<std::uint64_t>(file, 8), number_at<std::uint64_t>(file, 16)) : std::string();
}

}  // namespace

std::string index_kind(const InputFile& file) {
    if (index_files::index_reader_for(file)) return {};
    for (const auto kind : {usearch_kind, diskann_kind})
        if (std::string what = kind(file); !what.empty()) return what;
    if (has_at(file, 0, "VOYA")) return "an index of Voyager";
    const bool text = std::all_of(file.begin(), file.begin() + std::min<std::size_t>(file.size(), 4096), [](char c) { return c != '\0'; });
    return !text && has_extension(file.name(), ".ann .annoy") ? "an index of Annoy, as its name says" : std::string();
}

}  // namespace neighborscope
