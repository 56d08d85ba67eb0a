// The header of a PCD file (pointclouds.org, "The PCD (Point Cloud Data) file format", version 0.7).
#pragma once
#include "app/data/load/input_file.hpp"
#include "app/data/load/scalars.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace neighborscope::pcd {

enum class Encoding { ascii, binary, compressed };

struct Field {
    std::string name;  ///< "_" is padding
    Scalar type = Scalar::f4;
    std::uint32_t count = 1;  ///< values per point
};

struct Header {
    std::vector<Field> fields;
    std::uint64_t points = 0;  ///< from the header: not yet checked
    Encoding encoding = Encoding::ascii;
    std::size_t data_offset = 0;
    std::size_t point_bytes() const;
};

constexpr std::uint64_t most_values = 4096;  ///< per point

/// Input Errors with the line: an unknown word, lists of different lengths, an invalid type, invalid or contradictory counts, more than
/// `most_values` values per point, no points, no DATA line.
Header read_header(const InputFile&);

}  // namespace neighborscope::pcd
