// NPY: one numpy array, a matrix of points, a vector of numbers or records with named fields.
// Specification: numpy.lib.format, versions 1.0 to 3.0.
#include "app/data/load/number_columns.hpp"
#include "app/data/load/npy/npy_array.hpp"
#include "app/data/load/reader.hpp"

namespace neighborscope {
namespace npy {
namespace {

bool recognises(std::string_view first_bytes, std::string_view) { return first_bytes.starts_with("\x93NUMPY"); }

/// A matrix in gzip, of which rows are read as they are unpacked; what is kept beside coordinates is read from the whole file.
DataSet read_packed(const InputFile& beginning, const ReadOptions& options, const Progress& progress) {
    const Header header = read_header_of_unknown_size(beginning, most_unpacked(beginning.packed().size()));
    if (!only_coordinates(beginning.path(), header, options.load)) {
        const InputFile whole(beginning.on_disk(), progress);
        return read_columns(whole.path(), choose_columns(whole, read_header(whole), options.load), options, progress);
    }
    const NumberMatrix matrix = header.matrix();
    const std::vector<int> chosen = matrix_columns(beginning.path(), options.load, matrix.columns);
    return assemble_gzip(beginning, header.data_offset, matrix, chosen, options, progress);
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    if (file.partly()) return read_packed(file, options, progress);
    const npy::Header header = npy::read_header(file);
    return npy::read_columns(file.path(), npy::choose_columns(file, header, options.load), options, progress);
}

}  // namespace
}  // namespace npy

const Reader npy_reader = {
    .name = "NPY",
    .extensions = ".npy",
    .help =
        "one numpy array of shape (points, dimensions) or (points,): floats, integers or booleans of any size and byte order, C or Fortran "
        "order; or records with fields x, y, z, further ones coming along",
    .recognises = npy::recognises,
    .read = npy::read,
    .unpacks_itself = true,
};

}  // namespace neighborscope
