// NPY: one numpy array, a matrix of points, a vector of numbers or records with named fields.
// Specification: numpy.lib.format, versions 1.0 to 3.0.
#include "app/data/load/npy_array.hpp"
#include "app/data/load/reader.hpp"

namespace neighborscope {
namespace npy {
namespace {

bool recognises(std::string_view first_bytes, std::string_view) { return first_bytes.starts_with("\x93NUMPY"); }

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const npy::Header header = npy::read_header(file);
    return npy::read_columns(file.path(), npy::choose_columns(file, header, options.load), options, progress);
}

}  // namespace
}  // namespace npy

const Reader npy_reader = {
    "NPY",
    ".npy",
    "one numpy array of shape (points, dimensions) or (points,): floats, integers or booleans of any size and byte order, C or Fortran "
    "order; or records with fields x, y, z, further ones coming along",
    npy::recognises,
    npy::read,
};

}  // namespace neighborscope
