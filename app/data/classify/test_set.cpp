#include "app/data/classify/test_set.hpp"

#include "app/data/load/columns.hpp"
#include "app/data/load/reader.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr std::string_view without_header = "column ";  // followed by its number, as for --label

std::string dimensions(int count) { return std::to_string(count) + (count == 1 ? " feature" : " features"); }

[[noreturn]] void refuse_further(const DataSet& test, const DataSet& training) {
    const auto wide = std::size_t(test.dimension), there = std::size_t(training.dimension);
    for (std::int64_t row = 0; row < test.count(); ++row)
        for (std::size_t axis = there; axis < wide; ++axis)
            if (test.coordinates[std::size_t(row) * wide + axis] != 0)
                throw Error(Failure::input,
                    test.name + ": row " + std::to_string(test.file_row(row)) + ", counted from 0, has feature " +
                        std::to_string(axis + 1) + ", the training set " + training.name + " none beyond " + std::to_string(there),
                    "train with rows that have it, or choose the features of both with --columns 1-" + std::to_string(there));
    throw Error(Failure::input, test.name + " has " + dimensions(test.dimension) + ", the training set " + std::to_string(there),
        "choose the features of both with --columns 1-" + std::to_string(there));
}

/// The test set has the training set's column `axis` at another place.
void refuse_other_order(const DataSet& test, const DataSet& training) {
    for (std::size_t axis = 0; axis < training.axes.size() && axis < test.axes.size(); ++axis) {
        const std::string& name = training.axes[axis];
        if (test.axes[axis] == name || std::find(test.axes.begin(), test.axes.end(), name) == test.axes.end()) continue;
        throw Error(Failure::input,
            test.name + " has its columns in another order: feature " + std::to_string(axis + 1) + " is '" + test.axes[axis] +
                "', in the training set '" + name + "'",
            "name them in one order with --columns");
    }
}

/// Adapts the dimension of `test` to that of the training set, or throws.
void fit_to(DataSet& test, const DataSet& training, const Progress& progress) {
    if (test.gallery)
        throw Error(Failure::input,
            test.name + " holds pictures as vectors of its own eigenfaces, which differ from those of the training set",
            "omit --test, so that each picture is classified by all others");
    const bool sparse = test.format == libsvm_reader.name && training.format == test.format;
    if (sparse && test.dimension > training.dimension) refuse_further(test, training);
    if (sparse) add_zero_features(test, training.dimension, progress);
    if (test.dimension != training.dimension)
        throw Error(Failure::input,
            test.name + " has " + dimensions(test.dimension) + ", the training set " + training.name + " " +
                std::to_string(training.dimension),
            "choose the same features of both with --columns; `neighborscope preview` shows the use of each column");
    refuse_other_order(test, training);
}

}  // namespace

DataSet load_test_set(const std::string& source, const DataSet& training, const LoadOptions& options, const Progress& progress) {
    const Quantity* label = training.label();
    LoadOptions how = options;
    how.array.clear();  // it is the training set's
    if (how.label.empty() && label)
        how.label = label->name.starts_with(without_header) ? label->name.substr(without_header.size()) : label->name;
    DataSet test;
    try {
        test = load_data(source, how, progress);
    } catch (const Error& error) {
        if (error.kind != Failure::usage || how.label.empty() || how.label == "none") throw;
        how.label = options.label.empty() ? "" : "none";  // the test set has no such column
        test = load_data(source, how, progress);
        const Quantity* guess = test.label();  // may be another column
        if (guess && label && guess->name != label->name && std::ranges::count(names_of_labels, plain_name(guess->name)) == 0)
            test.set_label(-1);
    }
    fit_to(test, training, progress);
    if (test.origin == training.origin) return test;
    const bool labelled = test.label() != nullptr;
    test = load_data(source, how, progress, &training.origin);
    if (!labelled) test.set_label(-1);
    return test;
}

int standardise(DataSet& training, DataSet* test) {
    const auto wide = std::size_t(training.dimension);
    std::vector<double> mean(wide, 0), squares(wide, 0);
    for (std::size_t i = 0; i < training.coordinates.size(); ++i) {  // Welford's algorithm, which loses no digits to the mean
        const std::size_t rows = i / wide + 1;
        const double off = double(training.coordinates[i]) - mean[i % wide];
        mean[i % wide] += off / double(rows);
        squares[i % wide] += off * (double(training.coordinates[i]) - mean[i % wide]);
    }
    int constant = 0;
    std::vector<double> deviation(wide, 0);
    for (std::size_t axis = 0; axis < wide; ++axis) {
        deviation[axis] = std::sqrt(squares[axis] / double(training.count()));
        constant += deviation[axis] == 0;
    }
    for (DataSet* data : {&training, test}) {
        if (!data) continue;
        for (std::size_t i = 0; i < data->coordinates.size(); ++i) {
            const std::size_t axis = i % wide;
            data->coordinates[i] = deviation[axis] == 0 ? 0 : float((double(data->coordinates[i]) - mean[axis]) / deviation[axis]);
        }
        data->origin.assign(wide, 0.0);
        data->rounding.clear();
        data->hash = hash_of(*data);
    }
    return constant;
}

}  // namespace neighborscope
