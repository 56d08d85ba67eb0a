// A replay gives the lists of the library that wrote the file, and counts as many distances.
#include "index_data.hpp"

#include <gtest/gtest.h>

namespace neighborscope::test {
namespace {

class LibraryAnswers : public testing::TestWithParam<LibraryAnswer> {};

std::vector<LibraryAnswer> searchable() {
    std::vector<LibraryAnswer> answers = library_answers();
    std::erase_if(answers, [](const LibraryAnswer& answer) { return answer.refused; });
    return answers;
}

/// Codes and numbers of 16 bits lie at equal or nearly equal distances more often, and each library adds in an order of its own.
bool is_quantised(const stored::StoredIndex& index) {
    return index.rows > 0 && !index.codec().is_float32() && index.codec().name() != "float64";
}

TEST_P(LibraryAnswers, AreGivenByTheReplay) {
    const stored::StoredIndex index = GetParam().open();
    const auto lists = numbers_in<std::int64_t>(GetParam().beside(".lists.npy"));
    const auto queries = numbers_in<float>(GetParam().queries());
    ASSERT_EQ(queries.columns, std::size_t(index.dimension));
    stored::IndexReplay replay(index);
    std::size_t equal = 0;
    for (std::size_t query = 0; query < lists.rows; ++query) {
        std::vector<std::int64_t> ids(lists.columns, -1);
        const auto found = replay.search(queries.row(query), settings_of_answers);
        for (std::size_t rank = 0; rank < found.size(); ++rank) ids[rank] = index.id_of(found[rank].row);
        equal += std::equal(ids.begin(), ids.end(), lists.row(query));
    }
    EXPECT_GE(equal, is_quantised(index) ? 95u : 100u);
}

class LibraryCounts : public testing::TestWithParam<LibraryAnswer> {};

std::vector<LibraryAnswer> counted() {
    std::vector<LibraryAnswer> answers = searchable();
    std::erase_if(answers, [](const LibraryAnswer& answer) { return !answer.has_counts(); });
    return answers;
}

TEST_P(LibraryCounts, AreThoseOfTheReplay) {
    const stored::StoredIndex index = GetParam().open();
    const auto counts = numbers_in<std::int64_t>(GetParam().beside(".counts.npy"));
    const auto queries = numbers_in<float>(GetParam().queries());
    stored::IndexReplay replay(index);
    std::size_t equal = 0;
    for (std::size_t query = 0; query < counts.rows; ++query) {
        replay.search(queries.row(query), settings_of_answers);
        equal += replay.counts().distances == counts.values[query];
    }
    EXPECT_GE(equal, is_quantised(index) ? 95u : 100u);
}

/// Counts what it is told.
struct CountingObserver : stored::NoObserver {
    void visit(int, std::int32_t, float) { ++visits; }
    void distance(int, std::int32_t, float) { ++distances; }
    void enter(std::int32_t, float) { ++kept; }
    void evict(std::int32_t, float) { --kept; }
    void list(std::size_t, int, float) { ++lists; }
    void stop(stored::Stop, const stored::Found&, float) { ++stops; }
    std::int64_t visits = 0, distances = 0, kept = 0, lists = 0, stops = 0;
};

TEST_P(LibraryAnswers, AreTheSameWhenObserved) {
    const stored::StoredIndex index = GetParam().open();
    const auto queries = numbers_in<float>(GetParam().queries());
    stored::IndexReplay replay(index);
    for (std::size_t query = 0; query < 10; ++query) {
        const auto plain = replay.search(queries.row(query), settings_of_answers);
        const std::vector<stored::Found> list(plain.begin(), plain.end());
        CountingObserver observer;
        const auto observed = replay.search(queries.row(query), settings_of_answers, observer);
        ASSERT_EQ(observed.size(), list.size());
        for (std::size_t rank = 0; rank < list.size(); ++rank) EXPECT_EQ(observed[rank].row, list[rank].row);
        EXPECT_EQ(observer.visits, replay.counts().hops);
        EXPECT_EQ(observer.lists, replay.counts().lists);
        EXPECT_EQ(observer.stops, index.rows > 0 ? 1 : 0);
        EXPECT_GE(observer.kept, std::int64_t(list.size()));
    }
}

INSTANTIATE_TEST_SUITE_P(Files, LibraryCounts, testing::ValuesIn(counted()), [](const auto& info) { return test_name(info.param); });
INSTANTIATE_TEST_SUITE_P(Files, LibraryAnswers, testing::ValuesIn(searchable()), [](const auto& info) { return test_name(info.param); });

TEST(IndexReplay, GuessesTheMetricThatHnswlibDoesNotStore) {
    for (const LibraryAnswer& answer : library_answers({"plane", "vectors"})) {
        const stored::StoredIndex index = index_files::open_index(answer.index);
        if (!index.metric_is_guessed) continue;
        EXPECT_EQ(index.metric, answer.has("cosine") ? stored::VectorMetric::cosine : stored::VectorMetric::euclidean) << answer.name;
    }
    EXPECT_EQ(index_files::open_index((index_folder / "kinds/hnswlib-ip.bin").string()).metric, stored::VectorMetric::inner_product);
}

TEST(IndexReplay, FindsAllWithABeamOfAllRows) {
    const auto truth = numbers_in<std::int64_t>(index_folder / "vectors/truth.npy");
    const auto queries = numbers_in<float>(index_folder / "vectors/queries.npy");
    const stored::StoredIndex index = index_files::open_index((index_folder / "vectors/diskann").string());
    stored::IndexReplay replay(index);
    for (std::size_t query = 0; query < truth.rows; ++query) {
        const auto found = replay.search(queries.row(query), {10, 2000, 0});
        for (std::size_t rank = 0; rank < 10; ++rank) EXPECT_EQ(found[rank].row, truth.row(query)[rank]);
    }
}

}  // namespace
}  // namespace neighborscope::test
