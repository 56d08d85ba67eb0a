#include "app/data/load/index_files.hpp"

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

/// Four letters, int32 dimension, int64 vectors, and twice 2^20 (faiss/impl/index_write.cpp, write_index_header). Binary indexes have the
/// letters IB, dimension, bytes per vector and vectors.
std::string faiss_kind(const InputFile& file) {
    constexpr std::uint64_t filler = 1 << 20;
    const auto dimension = number_at<std::int32_t>(file, 4);
    if (!has_at(file, 0, "I") || dimension <= 0) return {};
    if (number_at<std::uint64_t>(file, 16) == filler && number_at<std::uint64_t>(file, 24) == filler)
        return over("FAISS", number_at<std::uint64_t>(file, 8), std::uint64_t(dimension));
    const bool bits = has_at(file, 0, "IB") && number_at<std::int32_t>(file, 8) == (dimension + 7) / 8;
    return bits ? over("FAISS", number_at<std::uint64_t>(file, 12), std::uint64_t(dimension)) : std::string();
}

/// hnswalg.h, saveIndex: 12 numbers; an element consists of links of the lowest level, vector and label.
std::string hnswlib_kind(const InputFile& file) {
    const auto field = [&](std::uint64_t byte) { return number_at<std::uint64_t>(file, byte); };
    const std::uint64_t room = field(8), vectors = field(16), element = field(24), label = field(32), vector = field(40);
    const std::uint64_t links = field(64);  // of the lowest level; field(56) is for all others, field(72) as requested
    const bool fits = field(0) == 0 && vectors > 0 && vectors <= room && links > 0 && links < 1 << 20 && vector == 4 * links + 4 &&
                      label > vector && element == label + 8 && links == 2 * field(56) && field(56) == field(72);
    return fits ? over("hnswlib", vectors, (label - vector) / 4) + " (of float32)" : std::string();
}

/// index_dense.hpp, save: number of rows and bytes per row, the vectors, then "usearch"; or that word first without vectors.
std::string usearch_kind(const InputFile& file) {
    const std::uint64_t rows = number_at<std::uint32_t>(file, 0), bytes = number_at<std::uint32_t>(file, 4);
    if (has_at(file, 0, "usearch") && file.size() > 8 && file.begin()[7] >= 0 && file.begin()[7] < 32)
        return "an index of usearch, without its vectors";
    return has_at(file, 8 + rows * bytes, "usearch") ? "an index of usearch over " + std::to_string(rows) + " vectors" : std::string();
}

/// An in-memory graph begins with the file's size and its greatest degree; an index on disk with a table of numbers that begins with
/// vectors and dimensions and ends with the file's size.
std::string diskann_kind(const InputFile& file) {
    const auto degree = number_at<std::uint32_t>(file, 8);
    if (number_at<std::uint64_t>(file, 0) == file.size() && degree > 0 && degree < 1 << 16)
        return "a graph of DiskANN, without its vectors";
    const std::uint64_t numbers = number_at<std::uint32_t>(file, 0);
    const bool table = numbers >= 3 && numbers <= 64 && number_at<std::uint32_t>(file, 4) == 1 &&
                       number_at<std::uint64_t>(file, 8 * numbers) == file.size();
    return table ? over("DiskANN", number_at<std::uint64_t>(file, 8), number_at<std::uint64_t>(file, 16)) : std::string();
}

}  // namespace

std::string index_kind(const InputFile& file) {
    for (const auto kind : {faiss_kind, hnswlib_kind, usearch_kind, diskann_kind})
        if (std::string what = kind(file); !what.empty()) return what;
    if (has_at(file, 0, "VOYA")) return "an index of Voyager";
    const bool text = std::all_of(file.begin(), file.begin() + std::min<std::size_t>(file.size(), 4096), [](char c) { return c != '\0'; });
    return !text && has_extension(file.name(), ".ann .annoy") ? "an index of Annoy, as its name says" : std::string();
}

}  // namespace neighborscope
