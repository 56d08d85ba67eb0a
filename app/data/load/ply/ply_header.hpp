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
    Scalar count_type = Scalar::u1;  ///< of a list's length: an integer
};

struct Element {
    std::string name;
    std::uint64_t count = 0;  ///< as the header says: not yet checked
    std::vector<Property> properties;
    bool has_lists() const;
    /// Bytes that one of them takes in a binary file at least: exactly, without lists.
    std::size_t least_bytes() const;
};

struct Header {
    Encoding encoding = Encoding::ascii;
    std::vector<Element> elements;
    std::size_t vertex = 0;       ///< which element holds the points
    std::size_t data_offset = 0;  ///< where the first element begins
    /// What the numbers of a property from 0 stand for, by the comments "comment kind 0 oak" that this program writes.
    std::map<std::string, std::vector<std::string>, std::less<>> words;
};

/// Input Errors with the line: not PLY, an unknown word, type or encoding, a count that is none, no vertices,
/// no end_header.
Header read_header(const InputFile&);

}  // namespace neighborscope::ply
