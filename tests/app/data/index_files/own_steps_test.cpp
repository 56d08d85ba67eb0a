// The steps that `own` records: they replay to the list of the search, count what the search counts, and name links that exist.
#include "app/data/index_files/index_points.hpp"
#include "app/data/points/point_set.hpp"
#include "gpu/index/own_index.hpp"
#include "gpu/index/step_recorder.hpp"
#include "gpu/row_filter.hpp"
#include "index_data.hpp"
#include "tests/app/inspect/small_graph.hpp"
#include "tests/gpu/methods/recorded.hpp"
#include "tests/refused.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::test {
namespace {

using OptionValues = std::map<std::string, std::string>;

struct Asked {
    int k = 10;
    OptionValues options = {};
    std::int32_t exclude = -1;
    std::shared_ptr<const RowFilter> filter = nullptr;
};

/// A search of an index, plain or recorded.
class OwnSearch {
public:
    explicit OwnSearch(const LibraryAnswer& answer) : OwnSearch(answer.open(), answer.index) {}
    OwnSearch(stored::StoredIndex opened, const std::string& path)
        : index(std::make_shared<const stored::StoredIndex>(std::move(opened))), data_(index_files::points_of(*index, path)) {
        data_.own_index = index;
    }

    Found operator()(const float* query, const Asked& asked, Measure measure) const {
        PointSet points = points_on(DeviceKind::host, data_);
        points.set_filter(asked.filter);
        Searcher searcher(own, points, Options(own.info.options, asked.options));
        const std::int32_t exclude[] = {asked.exclude};
        const QuerySet one(DeviceKind::host, std::span(query, std::size_t(data_.dimension)), data_.dimension, exclude);
        ListSet lists(DeviceKind::host, 1, asked.k);
        Found found;
        found.report = searcher.search(one, asked.k, usual_metric(data_), lists, {}, measure);
        lists.fetch(found.index, found.distance);
        return found;
    }
    OptionValues options_of_answers() const {
        const std::string option(stored::option_of(*index));
        return option.empty() ? OptionValues() : OptionValues{{option, option == "ef" ? "50" : "3"}};
    }

    const Method& own = find_method("own");
    std::shared_ptr<const stored::StoredIndex> index;

private:
    DataSet data_;
};

const StepKind& kind_at(const OwnSearch& search, const Step& step) { return search.own.info.step_kinds.at(std::size_t(step.kind)); }

bool links_to(const stored::StoredIndex& index, std::int32_t from, int level, std::int32_t to) {
    for (const std::int32_t one : index.links->of(from, level))
        if (one == to) return true;
    return false;
}

/// What the events say is so: links exist, distances ascend to the end, each row is compared once at level 0.
void expect_walk(const OwnSearch& search, const Found& found, const float* query) {
    const stored::StoredIndex& index = *search.index;
    std::int64_t compared = 0, followed = 0, probed = 0, ended = 0, begun = 0;
    std::set<std::int32_t> seen_below;
    for (const Step& step : found.report.steps) {
        const StepKind& kind = kind_at(search, step);
        const bool has_row = step.seen.index >= 0;
        switch (kind.walk) {
            case WalkEvent::begin: ++begun; break;
            case WalkEvent::follow:
                ++followed;
                EXPECT_EQ(step.size, index.links->of(step.seen.index, step.level).count());
                break;
            case WalkEvent::probe:
                EXPECT_EQ(step.size, ++probed);
                EXPECT_GE(step.list, 0);
                break;
            case WalkEvent::compare:
                ++compared;
                EXPECT_TRUE(has_row);
                if (step.from >= 0) { EXPECT_TRUE(links_to(index, step.from, step.level, step.seen.index)); }
                if (step.level == 0) { EXPECT_TRUE(seen_below.insert(step.seen.index).second); }
                break;
            case WalkEvent::end:
                ++ended;
                if (has_row && std::isfinite(step.bound) && index.walk != stored::Walk::faiss) {
                    EXPECT_GE(rank_value(stored::metric_of(index), step.seen.distance), rank_value(stored::metric_of(index), step.bound));
                }
                break;
            case WalkEvent::none: break;
        }
        if (step.entered.index >= 0 && step.phase == 0) { EXPECT_EQ(step.entered.index, step.seen.index); }
    }
    EXPECT_EQ(ended, 1);
    if (index.has_graph()) {
        EXPECT_EQ(begun, index.top_level > 0 && !index.is_deleted(stored::IndexReplay(index).start_of(query)) ? 2 : 1);
        EXPECT_EQ(followed, counter(found.report, "rows whose links were followed"));
    }
    if (index.lists) { EXPECT_EQ(probed, counter(found.report, "lists probed")); }
    if (!index.has_graph()) { EXPECT_EQ(compared, counter(found.report, "distances")); }
}

std::vector<LibraryAnswer> recordable() {
    std::vector<LibraryAnswer> answers = library_answers();
    std::erase_if(answers, [](const LibraryAnswer& answer) { return answer.refused || answer.has("0-rows"); });
    return answers;
}

class OwnSteps : public testing::TestWithParam<LibraryAnswer> {};

TEST_P(OwnSteps, EndInTheListOfTheSearch) {
    const OwnSearch search(GetParam());
    const stored::StoredIndex& index = *search.index;
    const auto queries = numbers_in<float>(GetParam().queries());
    std::vector<float> row(std::size_t(index.dimension));
    for (std::size_t query = 0; query < 12; ++query) {
        SCOPED_TRACE("query " + std::to_string(query));
        Asked asked{.options = search.options_of_answers()};
        const float* place = queries.row(query);
        if (query % 3 == 1) asked.k = 3, asked.options.clear();
        if (query % 3 == 2) {
            asked.exclude = std::int32_t(std::int64_t(query) * 7 % index.rows);
            index.vector_of(asked.exclude, row.data());
            place = row.data();
        }
        const Found plain = search(place, asked, Measure::total), counted = search(place, asked, Measure::counters),
                    recorded = search(place, asked, Measure::steps);
        expect_same_lists(plain, recorded, "recorded");
        const int width = int(std::min<std::int64_t>(asked.k, index.rows));
        Found of_steps = list_of(search.own, recorded.report.steps, asked.k);
        expect_same_lists(plain, of_steps, "the list of the last phase");
        for (const Counter& one : counted.report.counters) EXPECT_EQ(one.value, counter(recorded.report, one.name)) << one.name;
        Steps ranked = recorded.report.steps;
        for (Step& step : ranked)
            for (float* const distance : {&step.entered.distance, &step.left.distance, &step.bound})
                *distance = rank_value(stored::metric_of(index), *distance);
        auto held = play(search.own, ranked, width);
        std::set<std::int32_t> nearest, listed;
        for (const Entry& entry : held[{0, -1, -1}]) nearest.insert(entry.second);
        for (const std::int32_t one : plain.index)
            if (one >= 0) listed.insert(one);
        EXPECT_EQ(nearest, listed) << "the list that the walk keeps";
        expect_walk(search, recorded, place);
    }
}

INSTANTIATE_TEST_SUITE_P(Files, OwnSteps, testing::ValuesIn(recordable()), [](const auto& info) { return test_name(info.param); });

OwnSearch search_of(const std::string& name) {
    const std::string path = (index_folder / name).string();
    return {index_files::open_index(path), path};
}

std::set<std::string_view> kinds_of(const OwnSearch& search, const Found& found) {
    std::set<std::string_view> kinds;
    for (const Step& step : found.report.steps) kinds.insert(kind_of(search.own, step));
    return kinds;
}

TEST(OwnStepsOfAFilter, SayWhatIsRefusedAndWhatIsDeleted) {
    const OwnSearch search = search_of("plane/hnswlib-deleted.bin");
    std::vector<bool> allowed(std::size_t(search.index->rows));
    for (std::size_t row = 0; row < allowed.size(); row += 3) allowed[row] = true;
    const auto queries = numbers_in<float>(index_folder / "plane/queries.npy");
    std::set<std::string_view> kinds;
    for (std::size_t query = 0; query < 20; ++query) {
        const Found found = search(queries.row(query), {.filter = std::make_shared<const RowFilter>(allowed)}, Measure::steps);
        kinds.merge(kinds_of(search, found));
        for (const Step& step : found.report.steps) {
            if (kind_of(search.own, step) == "refused") { EXPECT_FALSE(allowed[std::size_t(step.seen.index)]); }
            if (kind_of(search.own, step) == "deleted") { EXPECT_TRUE(search.index->is_deleted(step.seen.index)); }
            if (step.entered.index >= 0) {
                EXPECT_TRUE(allowed[std::size_t(step.entered.index)] && !search.index->is_deleted(step.entered.index));
            }
        }
    }
    EXPECT_THAT(
        kinds, testing::IsSupersetOf({"begin", "level", "nearer", "follow", "enter", "replace", "refused", "deleted", "end", "place"}));
}

TEST(OwnStepsOfAFilter, AreRefusedWhereTheLibraryHasNone) {
    const OwnSearch search = search_of("plane/diskann");
    const auto filter = std::make_shared<const RowFilter>(std::vector<bool>(std::size_t(search.index->rows), true));
    const std::vector<float> query{0, 0};
    EXPECT_THAT(refused(Failure::usage, [&] { search(query.data(), {.filter = filter}, Measure::total); }),
        testing::HasSubstr("without a filter of rows"));
}

/// Points on a line: the walk and its reasons can be seen.
TEST(OwnStepsOfAChain, AreThoseOfTheWalk) {
    SmallGraph graph(chain(30));
    const OwnSearch search(graph.index, "chain");
    const float query = 9.6f;
    const Found found = search(&query, {.k = 3, .options = {{"ef", "4"}}}, Measure::steps);
    const Steps& steps = found.report.steps;
    EXPECT_EQ(found.index, (std::vector<std::int32_t>{10, 9, 11}));
    EXPECT_EQ(kind_of(search.own, steps[0]), "begin");
    EXPECT_EQ(steps[0].entered.index, 0);
    EXPECT_EQ(kind_of(search.own, steps[1]), "follow");
    EXPECT_EQ(steps[1].size, 1);
    EXPECT_EQ(kind_of(search.own, steps[2]), "enter");
    EXPECT_EQ(steps[2].from, 0);
    EXPECT_FLOAT_EQ(steps[2].seen.distance, 8.6f);
    const auto end =
        std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return kind_at(search, step).walk == WalkEvent::end; });
    ASSERT_NE(end, steps.end());
    EXPECT_EQ(end->seen.index, -1) << "all rows of the beam were followed";
    EXPECT_FLOAT_EQ(end->bound, 1.6f) << "of 8, the farthest in the beam of 8, 9, 10 and 11";
    const auto waits = std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.seen.index == 12; });
    ASSERT_NE(waits, steps.end());
    EXPECT_EQ(kind_of(search.own, *waits), "compare") << "12 is too far for the beam";
}

TEST(OwnStepsOfAStar, EndBeforeARowThatIsFarther) {
    SmallGraph graph({{5, 4, 3, 2, 1}, {}, {}, {}, {}, {}});
    const OwnSearch search(graph.index, "star");
    const float query = 0;
    const Steps steps = search(&query, {.k = 1, .options = {{"ef", "2"}}}, Measure::steps).report.steps;
    const auto kinds_from = [&](std::size_t first, std::size_t count) {
        std::vector<std::string_view> kinds;
        for (std::size_t i = first; i < first + count; ++i) kinds.push_back(kind_of(search.own, steps.at(i)));
        return kinds;
    };
    EXPECT_EQ(kinds_from(0, 3), (std::vector<std::string_view>{"begin", "follow", "wait"}));
    const Step& end = steps.at(8);
    EXPECT_EQ(kinds_from(7, 2), (std::vector<std::string_view>{"follow", "end"})) << "row 1 has no links";
    EXPECT_EQ(end.seen.index, 2) << "rows 0 and 1 are the two nearest";
    EXPECT_FLOAT_EQ(end.bound, 1);
    EXPECT_EQ(end.size, 2);
}

TEST(OwnStepsOfAScan, LeaveOutRowsThatDoNotEnterWhereThereIsNoRoom) {
    constexpr std::int64_t rows = most_steps + 1000;
    std::vector<float> points(static_cast<std::size_t>(rows));
    for (std::size_t row = 0; row < points.size(); ++row) points[row] = float(row * 7919 % points.size());
    stored::StoredIndex index;
    index.library = "test";
    index.kind = "flat";
    index.walk = stored::Walk::scan;
    index.rows = index.capacity = rows;
    index.metric = stored::VectorMetric::euclidean;
    stored::attach_vectors(index, points.data(), rows, 1, "points");
    const OwnSearch search(std::move(index), "flat");
    const float query = 1000;
    const Found plain = search(&query, {.k = 5}, Measure::total), found = search(&query, {.k = 5}, Measure::steps);
    EXPECT_EQ(plain.index, found.index);
    EXPECT_EQ(kinds_of(search, found), (std::set<std::string_view>{"enter", "replace", "end", "exact distance", "place"}));
    EXPECT_EQ(counter(found.report, "distances"), rows);
}

TEST(OwnStepKinds, HaveSentencesAndLines) {
    const MethodInfo& own = find_method("own").info;
    EXPECT_TRUE(own.records_steps());
    EXPECT_EQ(own.step_kinds.size(), std::size_t(stored::step_exact_distance) + 2);
    const std::set<std::string_view> known = {
        "point", "distance", "left", "left distance", "size", "k", "seen", "seen distance", "former distance", "level", "list", "rank"};
    for (const StepKind& kind : own.step_kinds) {
        EXPECT_FALSE(kind.lines.empty()) << kind.name;
        for (const int line : kind.lines) EXPECT_FALSE(own.pseudo_code.at(std::size_t(line)).empty()) << kind.name;
        EXPECT_LT(kind.structure, int(own.structures.size())) << kind.name;
        const std::string_view sentence = kind.sentence;
        EXPECT_THAT(std::string(sentence), testing::EndsWith(".")) << kind.name;
        for (std::size_t at = 0; (at = sentence.find('{', at)) != sentence.npos; ++at)
            EXPECT_EQ(known.count(sentence.substr(at + 1, sentence.find('}', at) - at - 1)), 1u) << sentence;
    }
}

// ---- Inverted lists, and any row -------------------------------------------------------------------------------------------

TEST(OwnInvertedLists, AreThoseOfTheFile) {
    for (const char* name : {"plane/ivf.faiss", "kinds/ivf-product.faiss", "kinds/ivf-own-ids.faiss", "kinds/ivf-mostly-empty.faiss"}) {
        SCOPED_TRACE(name);
        const OwnSearch search = search_of(name);
        const stored::StoredIndex& index = *search.index;
        std::vector<float> points(std::size_t(index.rows) * std::size_t(index.dimension));
        for (std::int64_t row = 0; row < index.rows; ++row) index.vector_of(row, points.data() + row * index.dimension);
        const InvertedLists lists = stored::lists_of(index, points.data(), 3);
        ASSERT_EQ(std::size_t(lists.lists()), index.lists->lists.size());
        EXPECT_EQ(lists.rows.size(), std::size_t(index.rows));
        for (std::int64_t row = 0; row < index.rows; ++row) {
            const unsigned list = lists.list_of[std::size_t(row)];
            EXPECT_EQ(index.lists->list_of(index.lists->place_of(row)), list);
            if (index.dimension > 3) continue;
            for (int axis = 0; axis < index.dimension; ++axis) {
                EXPECT_LE(lists.boxes[list].low[std::size_t(axis)], points[std::size_t(row * index.dimension + axis)]);
                EXPECT_GE(lists.boxes[list].high[std::size_t(axis)], points[std::size_t(row * index.dimension + axis)]);
            }
        }
        stored::IndexReplay replay(index);
        const auto queries = numbers_in<float>((index_folder / name).parent_path() / "queries.npy");
        for (std::size_t query = 0; query < 20; ++query) {
            const auto probed = replay.nearest_lists(queries.row(query), 3);
            const std::vector<int> nearest = lists.nearest(queries.row(query));
            for (std::size_t rank = 0; rank < 3; ++rank) EXPECT_EQ(nearest[rank], probed[rank].row);
        }
    }
}

}  // namespace
}  // namespace neighborscope::test
