#include "app/experiments/labelled.hpp"

#include "app/data/classify/test_set.hpp"

#include <chrono>
#include <numeric>

namespace neighborscope::experiments {
namespace {

/// Keeps `most` of the rows, evenly spread, with their classes.
void keep_evenly_spread_rows(DataSet& data, std::vector<std::int32_t>& classes, std::int64_t most) {
    const std::int64_t count = data.count();
    if (count <= most) return;
    const auto wide = std::size_t(data.dimension);
    for (std::int64_t i = 0; i < most; ++i) {
        const auto from = std::size_t(double(i) * double(count) / double(most));
        std::copy_n(
            data.coordinates.begin() + std::ptrdiff_t(from * wide), wide, data.coordinates.begin() + std::ptrdiff_t(std::size_t(i) * wide));
        if (!classes.empty()) classes[std::size_t(i)] = classes[from];
    }
    data.coordinates.resize(std::size_t(most) * wide);
    if (!classes.empty()) classes.resize(std::size_t(most));
    data.quantities.clear();  // they are for the original rows
    data.file_rows.clear();
}

}  // namespace

LabelledSets load_labelled(const RowLimit& training, const RowLimit& test, const Progress& progress) {
    LoadOptions options;
    options.strict = true;  // a row that was left out would be missing in the counts
    LabelledSets found;
    found.training = load_data(training.source, options, progress);
    found.test = load_test_set(test.source, found.training, options, progress);
    found.classes = classes_of(found.training, &found.test);
    keep_evenly_spread_rows(found.training, found.classes.of_training, training.most);
    keep_evenly_spread_rows(found.test, found.classes.of_test, test.most);
    return found;
}

double decision_ms(const NeighbourLists& lists, const Classes& classes) {
    const auto began = std::chrono::steady_clock::now();
    predict(lists, classes.of_training, lists.k, Voting::majority);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

std::vector<std::int64_t> correct_by_k(const NeighbourLists& lists, const Classes& classes, const Progress& progress) {
    if (classes.of_test.empty()) return {};
    std::vector<int> ks(std::size_t(lists.k));
    std::iota(ks.begin(), ks.end(), 1);
    return count_correct(lists, classes.of_training, classes.of_test, ks, Voting::majority, progress.without_report());
}

}  // namespace neighborscope::experiments
