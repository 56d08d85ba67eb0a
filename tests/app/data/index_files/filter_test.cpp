// A replay that may return only some rows gives the lists of the library with the same filter (tests/data/indexes/filtered.py).
#include "gpu/row_filter.hpp"
#include "index_data.hpp"

#include <gtest/gtest.h>

namespace neighborscope::test {
namespace {

const std::filesystem::path answers_folder = index_folder / "filtered";

/// Those of filtered.py: half of the rows, a tenth, a hundredth, one, none.
std::vector<RowFilter> filters_over(std::int64_t rows) {
    std::vector<RowFilter> filters;
    for (const double share : {0.5, 0.1, 0.01}) {
        std::vector<bool> allowed(static_cast<std::size_t>(rows));
        for (std::size_t row = 0; row < allowed.size(); ++row) allowed[row] = double(row * 2654435761u % 0x100000000u) < share * 0x1p32;
        filters.emplace_back(std::move(allowed));
    }
    std::vector<bool> one(static_cast<std::size_t>(rows));
    one[123] = true;
    filters.emplace_back(std::move(one));
    filters.emplace_back(std::vector<bool>(static_cast<std::size_t>(rows)));
    return filters;
}

/// "filtered/plane-hnsw.npy" of "plane/hnsw"
std::filesystem::path filtered_answers(const LibraryAnswer& answer, const char* ending) {
    std::string name = answer.name;
    name.replace(name.find('/'), 1, "-");
    return answers_folder / (name + ending);
}

class FilteredAnswers : public testing::TestWithParam<LibraryAnswer> {};

TEST_P(FilteredAnswers, AreGivenByTheReplay) {
    const stored::StoredIndex index = GetParam().open();
    const auto lists = numbers_in<std::int32_t>(filtered_answers(GetParam(), ".npy"));
    const auto queries = numbers_in<float>(GetParam().queries());
    const std::filesystem::path counts_path = filtered_answers(GetParam(), ".counts.npy");
    const bool counted = std::filesystem::exists(counts_path);
    const auto counts = counted ? numbers_in<std::int64_t>(counts_path) : Matrix<std::int64_t>();
    const bool quantised = !index.codec().is_float32() && index.codec().name() != "float64";
    const std::vector<RowFilter> filters = filters_over(index.rows);
    const std::size_t asked = lists.rows / filters.size();
    stored::IndexReplay replay(index);
    stored::ReplaySettings settings = settings_of_answers;
    for (std::size_t filter = 0; filter < filters.size(); ++filter) {
        settings.filter = &filters[filter];
        std::size_t equal = 0, equal_counts = 0;
        for (std::size_t query = 0; query < asked; ++query) {
            std::vector<std::int32_t> ids(lists.columns, -1);
            const auto found = replay.search(queries.row(query), settings);
            for (std::size_t rank = 0; rank < found.size(); ++rank) ids[rank] = std::int32_t(index.id_of(found[rank].row));
            equal += std::equal(ids.begin(), ids.end(), lists.row(filter * asked + query));
            equal_counts += counted && replay.counts().distances == counts.values[filter * asked + query];
        }
        // Cosine distances of two dimensions near 0 have few digits left: rows are equal, or not, by the rounding of a machine.
        const std::size_t most_unequal = quantised                                ? asked / 10
                                         : GetParam().has("plane/hnswlib-cosine") ? 1
                                                                                  : 0,
                          enough = asked - most_unequal;
        EXPECT_GE(equal, enough) << "filter " << filter;
        if (counted) { EXPECT_GE(equal_counts, enough) << "filter " << filter; }
    }
}

std::vector<LibraryAnswer> filtered() {
    std::vector<LibraryAnswer> answers = library_answers();
    std::erase_if(answers, [](const LibraryAnswer& answer) { return !std::filesystem::exists(filtered_answers(answer, ".npy")); });
    return answers;
}

INSTANTIATE_TEST_SUITE_P(Files, FilteredAnswers, testing::ValuesIn(filtered()), [](const auto& info) { return test_name(info.param); });

TEST(FilteredAnswers, AreThoseOfEveryLibraryThatFilters) { EXPECT_GE(filtered().size(), 30u) << "else files are missing"; }

}  // namespace
}  // namespace neighborscope::test
