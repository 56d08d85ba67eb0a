// Indexes of other libraries: their vectors are the points, and the index stays beside them (DataSet::own_index).
#include "app/data/index_files/index_points.hpp"
#include "app/data/index_files/index_reader.hpp"
#include "app/data/index_files/open_index.hpp"
#include "app/data/load/stored_index/stored_index.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

bool fits(const InputFile& file) { return !file.is_partial() && index_files::index_reader_for(file); }

/// Distances are compared by what the index stores, so that its points have no origin; those that are compared with other data do.
void put_relative_to(const std::vector<double>& origin, DataSet& data, std::vector<double>* numbers) {
    if (int(origin.size()) != data.dimension)
        throw Error(Failure::usage,
            data.source + " has " + std::to_string(data.dimension) + " dimensions, the data have " + std::to_string(origin.size()),
            "give vectors of the same dimension");
    if (numbers) numbers->assign(data.coordinates.begin(), data.coordinates.end());
    std::vector<double> rounding(origin.size());
    for (std::size_t i = 0; i < data.coordinates.size(); ++i) {
        const std::size_t axis = i % origin.size();
        const double number = double(data.coordinates[i]);
        data.coordinates[i] = float(number - origin[axis]);
        rounding[axis] = std::max(rounding[axis], std::fabs(number - (origin[axis] + double(data.coordinates[i]))));
    }
    if (std::any_of(rounding.begin(), rounding.end(), [](double by) { return by > 0; })) data.rounding = std::move(rounding);
    data.origin = origin;
}

DataSet points_with_index(stored::StoredIndex opened, const std::string& path, const ReadOptions& options, const Progress& progress) {
    if (!options.load.columns.empty() || !options.load.label.empty())
        throw Error(Failure::usage, path + " is an index, and has no columns to choose", "leave --columns and --label out");
    auto index = std::make_shared<const stored::StoredIndex>(std::move(opened));
    DataSet data = index_files::points_of(*index, path, progress);
    if (options.origin) put_relative_to(*options.origin, data, options.numbers);
    else data.own_index = std::move(index);
    return data;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const auto kept = file.on_disk().empty() ? std::make_shared<const InputFile>(file.path(), std::string(file.bytes()))
                                             : std::make_shared<const InputFile>(file.on_disk());
    return points_with_index(index_files::open_index(kept), file.path(), options, progress);
}

}  // namespace

DataSet read_index_folder(const std::string& path, const ReadOptions& options, const Progress& progress) {
    return points_with_index(index_files::open_index(path), path, options, progress);
}

const Reader stored_index_reader = {
    .name = "index",
    .extensions = ".faiss .usearch .hnsw",
    .help =
        "an index of FAISS, hnswlib, usearch or DiskANN, or arrays of a graph or lists in an NPZ, under any name; its vectors are the "
        "points, and --method own searches it",
    .recognises = [](std::string_view, std::string_view) { return false; },
    .read = read,
    .fits = fits,
};

}  // namespace neighborscope
