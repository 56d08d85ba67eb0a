// HDF5: matrices of numbers, above all the benchmark files of ann-benchmarks: train are the points, test the queries.
// Specification: github.com/erikbern/ann-benchmarks, "data sets"; the format itself is libhdf5's (hdf5_file.hpp).
#include "app/data/load/class_labels.hpp"
#include "app/data/load/hdf5/hdf5_file.hpp"
#include "app/data/memory.hpp"
#include "gpu/error.hpp"

#include <algorithm>

namespace neighborscope {
namespace hdf5 {
namespace {

bool recognises(std::string_view first_bytes, std::string_view) { return first_bytes.starts_with("\x89HDF\r\n\x1a\n"); }

std::vector<NumberColumn> columns_at(const char* values, const Values& set, const std::vector<int>& chosen) {
    std::vector<NumberColumn> columns;
    for (const int column : chosen)
        columns.push_back(
            {values ? values + std::size_t(column) * scalar_bytes(set.number.type) : nullptr, set.row_bytes(), set.number, "", ""});
    name_columns(columns, chosen, set.columns);
    return columns;
}

/// About a megabyte of values that lie in chunks: so many rows.
std::size_t rows_at_a_time(const Values& set) {
    const std::size_t of_chunk = std::size_t(set.chunk_rows);
    return of_chunk * std::max<std::size_t>(1, (1 << 20) / std::max<std::size_t>(1, of_chunk * set.row_bytes()));
}

/// Points that lie in chunks: a piece is some rows of chunks, unpacked and then read like any others.
DataSet read_chunked(const InputFile& file, const Values& set, const std::vector<int>& chosen, const std::string& path,
    const ReadOptions& options, const Progress& progress) {
    PackedRows packed;
    packed.rows = std::size_t(set.rows);
    packed.row_bytes = set.row_bytes();
    packed.step = rows_at_a_time(set);
    packed.packed_bytes = double(file.size());
    packed.unpack = [&](std::size_t first, std::size_t rows, char* out) { hdf5::read_rows(file, set, first, rows, out); };
    return assemble_packed(
        path, packed, [&](const char* values) { return columns_at(values, set, chosen); }, options, progress);
}

/// A whole column, in the file where it can be, else unpacked to `raw`.
NumberColumn column_of(
    const InputFile& file, const Values& set, const std::string& name, std::vector<char>& raw, const Progress& progress, int column = 0) {
    const char* values = file.begin() + set.at;
    if (set.chunked) {
        require_memory(double(set.rows) * double(set.row_bytes()), "reading " + set.path + " of " + file.path(), "read a part of the file");
        raw.resize(std::size_t(set.rows) * set.row_bytes());
        const std::size_t rows = std::size_t(set.rows), step = rows_at_a_time(set);
        for (std::size_t first = 0; first < rows; first += step) {
            Progress{{}, progress.stop}.step(0, 0);
            hdf5::read_rows(file, set, first, std::min(step, rows - first), raw.data() + first * set.row_bytes());
        }
        values = raw.data();
    }
    return {values + std::size_t(column) * scalar_bytes(set.number.type), set.row_bytes(), set.number, name, "data set '" + name + "'"};
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const hdf5::Contents contents = hdf5::read_contents(file, options, progress);
    const Values& set = contents.points.front();
    const std::string path = file.path() + " (" + set.path + ")";
    std::vector<std::vector<char>> raw(contents.points.size() + contents.quantities.size());
    DataSet data;
    if (contents.points.size() > 1) {
        std::vector<NumberColumn> columns;
        for (std::size_t i = 0; i < contents.points.size(); ++i)
            columns.push_back(
                column_of(file, contents.points[i], contents.names[std::size_t(contents.choice.points[i])], raw[i], progress));
        data = assemble_columns(file.path(), columns, set.rows, options, progress);
    } else {
        const LoadOptions of_points = contents.choice.options_of_points(options.load);
        const std::vector<int> chosen = matrix_columns(path, of_points, set.columns);
        data = set.chunked ? read_chunked(file, set, chosen, path, options, progress)
                           : assemble_columns(path, columns_at(file.begin() + set.at, set, chosen), set.rows, options, progress);
        const int label = matrix_label(path, of_points, set.columns);
        if (label >= 0 && options.load.quantities) {  // then there are no other data sets as long
            collect_label(data, path, column_of(file, set, "", raw[0], progress, label), label, set.rows, progress);
            return data;
        }
    }
    std::vector<ColumnQuantity> quantities;
    for (std::size_t i = 0; i < contents.quantities.size(); ++i) {
        const std::string& name = contents.names[std::size_t(contents.choice.quantities[i])];
        quantities.push_back({column_of(file, contents.quantities[i], name, raw[contents.points.size() + i], progress)});
        if (int(i) == contents.choice.label) make_label(quantities.back(), set.rows);
    }
    if (quantities.empty()) return data;
    collect_columns(data, file.path(), quantities, {}, set.rows, progress);
    data.set_label(contents.choice.label);
    return data;
}

}  // namespace
}  // namespace hdf5

const Reader hdf5_reader = {
    "HDF5",
    ".hdf5 .h5 .hdf",
    "matrices of integers or floats, as they stand or deflated: train of ann-benchmarks (test for queries), or the data set named points, "
    "data, x.., or the only matrix",
    hdf5::recognises,
    hdf5::read,
};

}  // namespace neighborscope
