// The method `own`: the rows that the library returns, in the order of all methods, and the library's own count of distances.
#include "app/data/index_files/index_points.hpp"
#include "app/data/points/point_set.hpp"
#include "gpu/index/own_index.hpp"
#include "index_data.hpp"
#include "tests/refused.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::test {
namespace {

using testing::HasSubstr;

DataSet data_of(stored::StoredIndex opened, const std::string& path) {
    auto index = std::make_shared<const stored::StoredIndex>(std::move(opened));
    DataSet data = index_files::points_of(*index, path);
    data.own_index = std::move(index);
    return data;
}

/// Lists of `own`, in host memory.
struct OwnLists {
    std::vector<std::int32_t> index;
    std::vector<float> distance;
    Report report;
};

OwnLists searched(const DataSet& data, std::span<const float> queries, int k, const std::map<std::string, std::string>& options,
    std::optional<Metric> metric = {}, std::span<const std::int32_t> exclude = {}) {
    const Method& own = find_method("own");
    const PointSet points = points_on(DeviceKind::host, data);
    Searcher searcher(own, points, Options(own.info.options, options));
    const QuerySet asked(DeviceKind::host, queries, data.dimension, exclude);
    ListSet lists(DeviceKind::host, asked.queries().points.count, k);
    OwnLists found;
    found.report = searcher.search(asked, k, metric.value_or(usual_metric(data)), lists, {}, Measure::counters);
    lists.fetch(found.index, found.distance);
    return found;
}

std::map<std::string, std::string> options_of_answers(const DataSet& data) {
    const std::string option(stored::option_of(*data.own_index));
    if (option.empty()) return {};
    return {{option, std::to_string(option == "ef" ? settings_of_answers.ef : settings_of_answers.probes)}};
}

std::vector<LibraryAnswer> with_rows() {
    std::vector<LibraryAnswer> answers = library_answers();
    std::erase_if(answers, [](const LibraryAnswer& answer) { return answer.refused || answer.has("0-rows"); });
    return answers;
}

class Own : public testing::TestWithParam<LibraryAnswer> {};

TEST_P(Own, GivesTheListsOfTheLibrary) {
    const DataSet data = data_of(GetParam().open(), GetParam().index);
    const auto expected = numbers_in<std::int64_t>(GetParam().beside(".lists.npy"));
    const auto queries = numbers_in<float>(GetParam().queries());
    const int k = settings_of_answers.k;
    const OwnLists found = searched(data, queries.values, k, options_of_answers(data));
    const auto ascends = [&](std::size_t at) {
        const Metric metric = usual_metric(data);
        const float before = rank_value(metric, found.distance[at - 1]), after = rank_value(metric, found.distance[at]);
        return before < after || (before == after && found.index[at - 1] < found.index[at]) || found.index[at] < 0;
    };
    std::size_t equal = 0;
    for (std::size_t query = 0; query < expected.rows; ++query) {
        std::vector<std::int64_t> ids, wanted(expected.row(query), expected.row(query) + expected.columns);
        for (std::size_t at = query * std::size_t(k); at < (query + 1) * std::size_t(k); ++at) {
            ids.push_back(found.index[at] < 0 ? -1 : data.own_index->id_of(found.index[at]));
            if (at > query * std::size_t(k)) { EXPECT_TRUE(ascends(at)) << "query " << query; }
        }
        std::sort(ids.begin(), ids.end());
        std::sort(wanted.begin(), wanted.end());
        equal += ids == wanted;
    }
    const bool quantised = !data.own_index->codec().is_float32() && data.own_index->codec().name() != "float64";
    EXPECT_GE(equal, quantised ? 95u : 100u);
}

TEST_P(Own, CountsTheDistancesOfTheReplay) {
    const DataSet data = data_of(GetParam().open(), GetParam().index);
    const auto queries = numbers_in<float>(GetParam().queries());
    stored::IndexReplay replay(*data.own_index);
    std::int64_t distances = 0;
    for (std::size_t query = 0; query < queries.rows; ++query) {
        replay.search(queries.row(query), settings_of_answers);
        distances += replay.counts().distances;
    }
    const OwnLists found = searched(data, queries.values, settings_of_answers.k, options_of_answers(data));
    const auto counter = std::find_if(
        found.report.counters.begin(), found.report.counters.end(), [](const Counter& one) { return one.name == "distances"; });
    ASSERT_NE(counter, found.report.counters.end());
    EXPECT_EQ(counter->value, distances);
}

INSTANTIATE_TEST_SUITE_P(Files, Own, testing::ValuesIn(with_rows()), [](const auto& info) { return test_name(info.param); });

DataSet opened(const std::string& name) {
    const std::string path = (index_folder / name).string();
    return data_of(index_files::open_index(path), path);
}

TEST(OwnMethod, LeavesTheQueryOut) {
    const DataSet data = opened("plane/hnsw.faiss");
    const std::vector<float> query(data.coordinates.begin(), data.coordinates.begin() + data.dimension);
    const OwnLists with = searched(data, query, 6, {{"ef", "50"}});
    const OwnLists without = searched(data, query, 5, {{"ef", "50"}}, {}, std::vector<std::int32_t>{0});
    EXPECT_EQ(with.index.front(), 0);
    EXPECT_EQ(without.index, std::vector<std::int32_t>(with.index.begin() + 1, with.index.end()));
}

TEST(OwnMethod, SaysWhatFindsAMissedNeighbour) {
    for (const char* name : {"plane/hnsw.faiss", "plane/ivf.faiss"}) {
        const DataSet data = opened(name);
        const std::string option(stored::option_of(*data.own_index));
        const auto queries = numbers_in<float>(index_folder / "plane/queries.npy");
        const Method& own = find_method("own");
        const PointSet points = points_on(DeviceKind::host, data);
        int explained = 0;
        for (std::size_t query = 0; query < queries.rows && explained < 5; ++query) {
            const std::span<const float> asked(queries.row(query), queries.columns);
            Searcher searcher(own, points, Options(own.info.options, {{option, "1"}}));
            ListSet lists(DeviceKind::host, 1, 10);
            searcher.search(QuerySet(DeviceKind::host, asked, data.dimension), 10, Metric::euclidean, lists);
            std::vector<std::int32_t> index, exact;
            std::vector<float> distance;
            lists.fetch(index, distance);
            ListSet all(DeviceKind::host, 1, 10);
            Searcher(find_method("serial"), points, {})
                .search(QuerySet(DeviceKind::host, asked, data.dimension), 10, Metric::euclidean, all);
            all.fetch(exact, distance);
            std::erase_if(exact, [&](std::int32_t row) { return std::find(index.begin(), index.end(), row) != index.end(); });
            const std::vector<MissReason> reasons = searcher.miss_reasons(asked, exact);
            for (std::size_t i = 0; i < exact.size(); ++i) {
                EXPECT_EQ(reasons[i].option, option) << reasons[i].sentence;
                EXPECT_THAT(reasons[i].sentence, HasSubstr(option + " = " + reasons[i].value + " finds it."));
                const OwnLists found = searched(data, asked, 10, {{option, reasons[i].value}});
                EXPECT_THAT(found.index, testing::Contains(exact[i]));
                ++explained;
            }
        }
        EXPECT_GE(explained, 5) << name;
    }
}

TEST(OwnMethod, RefusesWithTheCause) {
    DataSet data = opened("plane/hnsw.faiss");
    const std::vector<float> query{0, 0};
    const auto refused = [&](const char* cause, const std::map<std::string, std::string>& options = {}, std::optional<Metric> metric = {}) {
        EXPECT_THAT(test::refused(Failure::usage, [&] { searched(data, query, 3, options, metric); }), HasSubstr(cause));
    };
    refused("set ef", {{"probes", "3"}});
    refused("the metric of this index is euclidean", {}, Metric::cosine);
    refused("no index has the metric manhattan", {}, Metric::manhattan);
    data.own_index_is_old = true;
    refused("the points have changed since they were read from the index");
    data.own_index = nullptr;
    refused("the points are not from an index of another library");
    PointSet points = points_on(DeviceKind::host, opened("plane/hnsw.faiss"));
    points.move(data.coordinates);
    EXPECT_THAT(test::refused(Failure::usage, [&] { Searcher(find_method("own"), points, {}); }), HasSubstr("have changed"));
}

TEST(OwnMethod, TakesAnyMetricThatTheFileDoesNotSay) {
    const DataSet data = opened("vectors/hnswlib.bin");
    ASSERT_TRUE(data.own_index->metric_is_guessed);
    const auto queries = numbers_in<float>(index_folder / "vectors/queries.npy");
    for (const Metric metric : {Metric::cosine, Metric::inner_product, Metric::euclidean})
        EXPECT_EQ(searched(data, queries.values, 3, {}, metric).index.size(), 300u);
}

}  // namespace
}  // namespace neighborscope::test
