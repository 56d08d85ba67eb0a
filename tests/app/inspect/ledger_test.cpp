// The oracle of the ledger: what it says that finds a neighbour finds it, and what it says is lost is lost at every setting.
#include "app/inspect/inspection.hpp"
#include "gpu/index/smallest_setting.hpp"
#include "small_graph.hpp"
#include "tests/app/data/index_files/index_data.hpp"
#include "tests/sanitized.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::inspect {
namespace {

using test::chain;
using test::SmallGraph;
using ::testing::HasSubstr;

class Ledgers : public testing::TestWithParam<test::LibraryAnswer> {};

TEST_P(Ledgers, SayWhatFindsEachMissedNeighbour) {
    const stored::StoredIndex index = GetParam().open();
    const auto all = test::numbers_in<float>(GetParam().queries());
    const auto points = test::numbers_in<float>(GetParam().queries().parent_path() / "points.npy");
    const std::size_t asked = test::sanitized ? 10 : 40;
    const std::span<const float> queries(all.values.data(), asked * all.columns);
    const Searched searched{index, points.values};
    const auto truth = true_neighbours(searched, queries, 10);
    const Ledger ledger = ledger_of(searched, queries, truth, {10, 12, 2});
    const auto everything = int(index.lists ? index.lists->lists.size() : std::size_t(index.rows));
    const auto settings = [&](int value) { return stored::ReplaySettings{10, index.lists ? 0 : value, index.lists ? value : 0}; };

    EXPECT_EQ(ledger.asked, std::int64_t(10 * asked));
    EXPECT_EQ(std::int64_t(ledger.losses.size()), ledger.asked - ledger.found);
    EXPECT_LE(ledger.recall(), ledger.ceiling() + 1e-12);
    stored::IndexReplay replay(index);
    const auto finds = [&](const Loss& loss, int value) {
        const auto list = replay.search(queries.data() + std::size_t(loss.query) * all.columns, settings(value));
        return std::any_of(list.begin(), list.end(), [&](const stored::Found& found) { return found.row == loss.row; });
    };
    for (const Loss& loss : ledger.losses) {
        SCOPED_TRACE(sentence_of(loss, index));
        EXPECT_FALSE(finds(loss, index.lists ? 2 : 12));
        const bool by_setting = loss.cause == Cause::beam_ended || loss.cause == Cause::not_probed;
        if (loss.needed > 0) {
            EXPECT_TRUE(by_setting);
            EXPECT_TRUE(finds(loss, loss.needed));
            EXPECT_FALSE(finds(loss, loss.needed - 1)) << "one less is not tried, or does not find it";
        } else {
            EXPECT_FALSE(finds(loss, everything));
        }
    }
    if (ledger.setting_for_most > 0) {
        std::int64_t found = 0;
        for (const Loss& loss : ledger.losses) found += finds(loss, ledger.setting_for_most);
        EXPECT_EQ(found, ledger.found_by_it);
    }
}

TEST_P(Ledgers, HaveTheCeilingAsRecallOfABeamOfAllRows) {
    const stored::StoredIndex index = GetParam().open();
    if (!index.has_graph()) return;
    const auto all = test::numbers_in<float>(GetParam().queries());
    const std::span<const float> queries(all.values.data(), 10 * all.columns);
    const Searched searched{index, {}};
    const auto truth = true_neighbours(searched, queries, 10);
    const Ledger some = ledger_of(searched, queries, truth, {10, 20, 0}),
                 most = ledger_of(searched, queries, truth, {10, int(index.rows), 0});
    EXPECT_EQ(most.recall(), some.ceiling());
}

std::vector<test::LibraryAnswer> answers() {
    std::vector<test::LibraryAnswer> answers = test::library_answers({"plane", "vectors"});
    for (const test::LibraryAnswer& answer : test::library_answers({"kinds"}))
        if (answer.has("ivf-own") || answer.has("ivf-hnsw") || answer.has("usearch-ip-f32") || answer.has("hnswlib-ip") ||
            answer.has("hnsw-pq"))
            answers.push_back(answer);
    return answers;
}
INSTANTIATE_TEST_SUITE_P(Files, Ledgers, testing::ValuesIn(answers()), [](const auto& info) { return test::test_name(info.param); });

Ledger ledger_of_small(const SmallGraph& small, float query, const stored::ReplaySettings& settings) {
    const float queries[] = {query};
    const Searched searched{small.index, {}};
    return ledger_of(searched, queries, true_neighbours(searched, queries, settings.k), settings);
}

TEST(Ledger, NamesAnIsland) {
    auto links = chain(20);
    links[9] = {8};
    const SmallGraph cut(links);
    const Ledger ledger = ledger_of_small(cut, 10.1f, {4, 20, 0});  // 10, 11, 9, 12
    EXPECT_EQ(ledger.counts[std::size_t(Cause::unreachable)], 3);
    EXPECT_EQ(ledger.losses.size(), 3u);
    EXPECT_EQ(ledger.ceiling(), 0.25);
    EXPECT_THAT(sentence_of(ledger.losses[1], cut.index), HasSubstr("row 11, the 2nd nearest of query 0, was missed: no links lead to it"));
    EXPECT_EQ(advice_of(ledger, cut.index), "no ef finds anything of what is missed now");
    const SmallGraph whole(chain(20));
    EXPECT_TRUE(ledger_of_small(whole, 10.1f, {4, 20, 0}).losses.empty());
}

/// The way to row 6 leads over rows that are farther than the others: 0 -> 1 -> 2 -> .. and back from 12 to 6.
std::vector<std::vector<std::int32_t>> detour() {
    std::vector<std::vector<std::int32_t>> links(13);
    for (std::int32_t row = 0; row < 5; ++row) links[std::size_t(row)] = {row + 1};
    links[5] = {9, 8, 7};
    links[7] = {8}, links[8] = {9}, links[9] = {10}, links[10] = {11}, links[11] = {12}, links[12] = {6};
    links[6] = {5};
    return links;
}

TEST(Ledger, NamesABeamThatEndedAndTheOneThatFinds) {
    const SmallGraph small(detour());
    const Ledger ledger = ledger_of_small(small, 6.2f, {1, 1, 0});
    ASSERT_EQ(ledger.losses.size(), 1u);
    EXPECT_EQ(ledger.losses[0].cause, Cause::beam_ended);
    EXPECT_GT(ledger.losses[0].needed, 1);
    EXPECT_THAT(advice_of(ledger, small.index), HasSubstr("finds 100 % of what is missed now"));
    EXPECT_EQ(ledger.ceiling(), 1);
}

TEST(Ledger, NamesDeletedRows) {
    SmallGraph small(chain(20));
    small.index.deleted.assign(20, false);
    small.index.deleted[10] = true;
    small.index.deleted_rows = 1;
    const Ledger ledger = ledger_of_small(small, 10.1f, {4, 20, 0});
    ASSERT_EQ(ledger.losses.size(), 1u);
    EXPECT_EQ(ledger.losses[0].cause, Cause::deleted);
    EXPECT_EQ(ledger.ceiling(), 0.75);
}

/// Of a row that need not be among the nearest.
Loss explained(const SmallGraph& small, float query, std::int32_t row, stored::ReplaySettings settings) {
    const Searched searched{small.index, {}};
    stored::IndexReplay replay(small.index);
    stored::ReachOfStarts reach(small.index);
    stored::LossExplainer explainer(searched, replay, &reach, stored::settled(small.index, settings), &query);
    Loss loss{0, 0, row, std::abs(double(query) - double(small.points[std::size_t(row)]))};
    explainer.explain(loss);
    return loss;
}

TEST(Loss, OfAnyRowIsExplained) {
    auto links = chain(40);
    links[9] = {8};
    const SmallGraph small(links);
    EXPECT_EQ(explained(small, 3, 8, {2, 3, 0}).cause, Cause::farther);
    EXPECT_EQ(explained(small, 3, 30, {2, 3, 0}).cause, Cause::farther) << "whether links lead there is not what keeps it out";
    EXPECT_EQ(explained(small, 9.6f, 10, {2, 3, 0}).cause, Cause::unreachable);
    SmallGraph deleted(chain(20));
    deleted.index.deleted.assign(20, false);
    deleted.index.deleted[10] = true;
    EXPECT_EQ(explained(deleted, 10, 10, {2, 3, 0}).cause, Cause::deleted);
}

TEST(Loss, OfARowThatOtherSearchesReachSaysSo) {
    const stored::StoredIndex index = index_files::open_index((test::index_folder / "vectors/hnsw.faiss").string());
    constexpr std::int32_t row = 1966;  // a link leads to it at level 1, and none at level 0
    const auto unreachable = stored::unreachable_rows(index);
    EXPECT_FALSE(std::binary_search(unreachable.begin(), unreachable.end(), row));
    std::vector<float> query(std::size_t(index.dimension));
    index.vector_of(row, query.data());
    const Searched searched{index, {}};
    stored::IndexReplay replay(index);
    stored::ReachOfStarts reach(index);
    stored::LossExplainer explainer(searched, replay, &reach, stored::settled(index, {10, 0, 0}), query.data());
    Loss loss{0, 0, row, 0};
    explainer.explain(loss);
    EXPECT_EQ(loss.cause, Cause::unreachable);
    EXPECT_THAT(sentence_of(loss, index), HasSubstr("at level 0 no links lead to it from row " + std::to_string(loss.start)));
    EXPECT_FALSE(reach.reaches(loss.start, row));
    loss = Loss{0, 0, unreachable.front(), 0};
    index.vector_of(unreachable.front(), query.data());
    stored::LossExplainer(searched, replay, &reach, stored::settled(index, {10, 0, 0}), query.data()).explain(loss);
    EXPECT_EQ(loss.start, -1) << "no search reaches it";
}

TEST(Loss, OfAFilterCountsWithIt) {
    const SmallGraph small(detour());
    std::vector<bool> allowed(13);
    allowed[6] = allowed[7] = true;
    const RowFilter filter(allowed);
    stored::ReplaySettings settings{1, 1, 0};
    const int needed = explained(small, 6.2f, 6, settings).needed;
    EXPECT_GT(needed, 2) << "else the filter makes no difference";
    settings.filter = &filter;
    EXPECT_EQ(explained(small, 6.2f, 5, settings).cause, Cause::filtered);
    const Loss loss = explained(small, 6.2f, 6, settings);
    EXPECT_EQ(loss.cause, Cause::beam_ended);
    EXPECT_EQ(loss.needed, 2) << "a beam of two is not full with row 7 alone";
    EXPECT_THAT(stored::reason_of(loss, small.index), HasSubstr("ef = 2 finds it"));
}

TEST(Ledger, TakesEqualDistancesForEachOther) {
    SmallGraph small(chain(20));
    for (std::size_t row = 12; row < 20; ++row) small.points[row] = 12;  // eight rows at the same place
    EXPECT_EQ(ledger_of_small(small, 15, {3, 4, 0}).recall(), 1);
}

TEST(Ledger, OfCodesTellsTheirDistance) {
    const stored::StoredIndex index = index_files::open_index((test::index_folder / "kinds/pq-5-bits.faiss").string());
    const auto points = test::numbers_in<float>(test::index_folder / "kinds/points.npy"),
               queries = test::numbers_in<float>(test::index_folder / "kinds/queries.npy");
    const Searched searched{index, points.values};
    const Ledger ledger = ledger_of(searched, queries.values, true_neighbours(searched, queries.values, 10), {10, 0, 0});
    ASSERT_FALSE(ledger.losses.empty());
    EXPECT_EQ(std::size_t(ledger.counts[std::size_t(Cause::code)]), ledger.losses.size());
    EXPECT_THAT(sentence_of(ledger.losses[0], index), HasSubstr("its code says "));
}

TEST(SmallestSetting, DoublesAndHalves) {
    std::vector<int> tried;
    const auto needs = [&](int enough) { return [&tried, enough](int setting) { return tried.push_back(setting), setting >= enough; }; };
    EXPECT_EQ(stored::smallest_setting(10, 1000, needs(37)), 37);
    EXPECT_THAT(tried, ::testing::ElementsAre(10, 20, 40, 30, 35, 37, 36));
    EXPECT_EQ(stored::smallest_setting(10, 1000, needs(1000)), 1000);
    EXPECT_EQ(stored::smallest_setting(10, 1000, needs(1001)), 0);
    EXPECT_EQ(stored::smallest_setting(10, 1000, needs(3)), 10);
    EXPECT_EQ(stored::smallest_setting(5, 5, needs(5)), 5);
}

TEST(Inspection, OfTwoBuildsTellsWhatDiffers) {
    const auto queries = test::numbers_in<float>(test::index_folder / "plane/queries.npy");
    const auto inspected = [&](const char* file) {
        auto index = std::make_shared<stored::StoredIndex>(index_files::open_index((test::index_folder / "plane" / file).string()));
        return inspect_index(file, index, {queries.values, {}, {10, 12, 0}});
    };
    const Inspection a = inspected("hnsw.faiss"), b = inspected("hnswlib-deleted.bin");
    const InspectionChange change = change_of(a, b), none = change_of(a, a);
    EXPECT_TRUE(none.structure.empty());
    EXPECT_EQ(none.equal, 100);
    EXPECT_THAT(change.structure, ::testing::Contains(HasSubstr("rows that cannot be reached: 1, then")));
    EXPECT_EQ(change.equal + std::int64_t(change.better.size() + change.worse.size()), 100);
    EXPECT_FALSE(change.worse.empty());
}

}  // namespace
}  // namespace neighborscope::inspect
