// Rows of numbers in gzip, unpacked piece by piece: points are made of them without the file ever being held whole.
#pragma once
#include "app/data/load/number_columns.hpp"

#include <cstdint>

namespace neighborscope {

/// Bytes that so many of deflate can hold at most.
constexpr std::uint64_t most_unpacked(std::uint64_t packed) { return 1032 * packed; }

/// How many bytes the file unpacks to. The Error of GzipStream when it is damaged anywhere.
std::uint64_t unpacked_size(const InputFile& beginning, const Progress&);

/// assemble_packed of `rows` rows behind the first `before` unpacked bytes of a file of which only the beginning was unpacked
/// (InputFile::partly). Input Errors too when it holds fewer rows or more bytes, and for gzip that is damaged anywhere.
/// `check` may be empty: PackedRows::check.
DataSet assemble_gzip(const InputFile& beginning, std::size_t before, std::size_t rows, std::size_t row_bytes,
    const std::function<std::vector<NumberColumn>(const char*)>& columns, const ReadOptions&, const Progress&,
    const std::function<void(std::size_t first, std::string_view bytes)>& check = {});

}  // namespace neighborscope
