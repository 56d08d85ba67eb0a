// The header of a PLY file (Greg Turk, "The PLY Polygon File Format", 1994, version 1.0), with the type names of later writers.
#pragma once
#include "app/data/load/input_file.hpp"
#include "app/data/load/scalars.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace neighborscope::ply {

enum class Encoding { ascii, little_endian, big_endian };

struct Property {
    std::string name;
    Scalar type = Scalar::f4;  ///< of the value, or of each item of a list
    bool list = false;
    Scalar count_type = Scalar::u1;  ///< of a list's length: an integer type
};

struct Element {
    std::string name;
    std::uint64_t count = 0;  ///< from the header: not yet checked
    std::vector<Property> properties;
    bool has_lists() const;
    /// Returns the least bytes of one element in a binary file: the exact size without lists.
    std::size_t least_bytes() const;
};

struct Header {
    Encoding encoding = Encoding::ascii;
    std::vector<Element> elements;
    std::size_t vertex = 0;       ///< index of the element with the points
    std::size_t data_offset = 0;  ///< beginning of the first element
    /// Words for the numbers of a property, from 0, in comments "comment kind 0 oak", which this program writes.
    std::map<std::string, std::vector<std::string>, std::less<>> words;
};

/// Input Errors with the line: not PLY, an unknown word, type or encoding, an invalid count, no vertices, no end_header.
Header read_header(const InputFile&);

}  // namespace neighborscope::ply
