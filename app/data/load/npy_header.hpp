// The header of an NPY file (numpy.lib.format, versions 1 to 3), read strictly: nothing in it is evaluated.
#pragma once
#include "app/data/load/input_file.hpp"
#include "app/data/load/scalars.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace neighborscope::npy {

using Type = Scalar;

struct Header {
    Type type = Type::f4;
    std::size_t item_bytes = 4;
    bool swapped = false;        ///< the file's byte order is not this machine's
    bool fortran_order = false;  ///< column after column
    std::uint64_t rows = 0, columns = 0;
    std::size_t data_offset = 0;
};

/// Input Errors: not NPY, an unknown version, a damaged header, object, structured, text or complex types, more than two
/// dimensions, no rows, and a shape that does not need exactly the bytes there are. Nothing is allocated from the shape.
Header read_header(const InputFile&);

}  // namespace neighborscope::npy
