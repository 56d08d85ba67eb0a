// Rows of numbers in gzip, unpacked piece by piece: points are made of them without the file ever being held whole.
#pragma once
#include "app/data/load/number_columns.hpp"

#include <cstdint>

namespace neighborscope {

/// Bytes that so many of deflate can hold at most.
constexpr std::uint64_t most_unpacked(std::uint64_t packed) { return 1032 * packed; }

/// assemble_packed of `rows` rows behind the first `before` unpacked bytes of a file of which only the beginning was unpacked
/// (InputFile::partly). Input Errors too when it holds fewer rows or more bytes, and for gzip that is damaged anywhere.
DataSet assemble_gzip(const InputFile& beginning, std::size_t before, std::size_t rows, std::size_t row_bytes,
    const std::function<std::vector<NumberColumn>(const char*)>& columns, const ReadOptions&, const Progress&);

}  // namespace neighborscope
