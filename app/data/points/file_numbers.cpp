#include "app/data/points/file_numbers.hpp"

#include "app/data/index_files/index_points.hpp"
#include "app/data/load/reader.hpp"
#include "gpu/error.hpp"

#include <cmath>

namespace neighborscope {
namespace {

/// Returns why the coordinates are not those of a file; "" if they are.
std::string why_not_of_the_file(const DataSet& data, const LoadOptions& options) {
    if (data.ground) return "they are metres, computed from degrees";
    if (data.whitened) return "they are whitened";
    if (data.format == pictures_format) return "they are computed from pictures";
    if (!options.edits.empty() || !options.enrolled.empty()) return "points were changed by hand";
    return "";
}

/// Whether the coordinates are these numbers after rounding. (Sums of roundings are rounded too.)
bool are_of(const DataSet& data, const std::vector<double>& numbers) {
    if (numbers.size() != data.coordinates.size()) return false;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t axis = i % std::size_t(data.dimension);
        if (!(std::fabs(numbers[i] - (data.origin[axis] + double(data.coordinates[i]))) <= data.rounding[axis] * (1 + 1e-9))) return false;
    }
    return true;
}

}  // namespace

FileNumbers numbers_of_file(const DataSet& data, const LoadOptions& options, const Progress& progress) {
    FileNumbers numbers;
    numbers.why = why_not_of_the_file(data, options);
    if (!numbers.why.empty() || data.rounding.empty()) return numbers;
    ReadOptions read{options, &data.origin, false, &numbers.values};
    read.load.quantities = false;
    read.load.every = data.every;
    read_source(data.source, read, progress);
    if (are_of(data, numbers.values)) return numbers;
    if (!data.motion) throw Error(Failure::input, data.source + " has changed since it was loaded", "load it again");
    return {{}, "the points have moved since the first tick"};
}

std::vector<double> load_query_numbers(const std::string& file, const DataSet& data, const LoadOptions& options, const Progress& progress) {
    std::vector<double> numbers;
    ReadOptions read{options, &data.origin, true, &numbers};
    read.load.strict = true;
    read.load.quantities = false;
    read.load.every = 1;
    const DataSet queries = read_source(file, read, progress);
    if (queries.dimension == data.dimension) index_files::scale_queries(data, numbers);
    return numbers;
}

}  // namespace neighborscope
