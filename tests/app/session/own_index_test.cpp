// A window that opens the index of another library: its question, its list, what it misses, and what its changes do.
#include "app/inspect/graph_rows.hpp"
#include "app/session/workbench/edit_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "gpu/index/replay.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

std::string index_file(const std::string& name) { return NEIGHBORSCOPE_TEST_DATA "/indexes/" + name; }

const MethodEntry& entry_of(const ViewModel& view, std::string_view method) {
    return *std::find_if(view.methods.begin(), view.methods.end(), [&](const MethodEntry& one) { return one.method->info.name == method; });
}

TEST(OwnIndex, IsSearchedByItsMethodAndMetricWhenItIsOpened) {
    Window window(host_session("uniform:n=60", "heap", 5));
    Workbench& workbench = window.workbench;
    ASSERT_TRUE(window.settled());
    EXPECT_THAT(entry_of(workbench.view(), "own").refusal.value_or(""), HasSubstr("not from an index"));
    workbench.open_data(index_file("vectors/hnsw-inner-product.faiss"));
    ASSERT_TRUE(window.checked());
    EXPECT_EQ(workbench.session().method, "own");
    EXPECT_EQ(workbench.session().metric, Metric::inner_product);
    EXPECT_EQ(workbench.view().title_of(find_method("own").info), "hnsw-inner-product.faiss: HNSW, M = 6");
    const std::vector<OptionSpec> options = workbench.view().options_of(find_method("own").info);
    ASSERT_EQ(options.size(), 1u);
    EXPECT_EQ(options.front().name, "ef");
    EXPECT_EQ(std::get<IntegerRange>(options.front().domain).to, workbench.view().data.count) << "more than all rows has no effect";
    EXPECT_TRUE(workbench.view().exactness.approximate);
    workbench.undo();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(workbench.session().method, "heap") << "opening the index is one step";
    EXPECT_EQ(workbench.session().metric, Metric::euclidean);
    workbench.redo();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(workbench.session().method, "own");
    window.set([](SessionState& state) { state.data = "uniform:n=70"; });
    ASSERT_TRUE(window.settled());
    EXPECT_NE(workbench.session().method, "own") << "other points have no index";
    EXPECT_EQ(workbench.session().metric, Metric::euclidean) << "nor its metric";
    EXPECT_FALSE(workbench.view().error);
}

TEST(OwnIndex, KeepsAChosenMethod) {
    Window window(host_session("uniform:n=60", "heap", 5));
    ASSERT_TRUE(window.settled());
    window.set([](SessionState& state) { state.data = index_file("plane/hnsw.faiss"), state.method = "fused"; });
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.session().method, "fused");
    EXPECT_EQ(window.rows(), window.truth());
}

TEST(OwnIndex, SaysWhyANeighbourIsMissedAndTheSettingFindsIt) {
    SessionState session = host_session(index_file("plane/hnsw.faiss"), "own", 10);
    session.options["own"]["ef"] = "1";
    Window window(session);
    Workbench& workbench = window.workbench;
    std::vector<NeighbourRow> missed;
    for (std::int64_t row = 0; row < 200 && missed.empty(); row += 7) {
        window.set([row](SessionState& state) { state.set_query({}, row); });
        ASSERT_TRUE(window.checked());
        missed = workbench.view().exactness.missed;
    }
    ASSERT_FALSE(missed.empty());
    EXPECT_EQ(missed.front().why.what, "beam ended");
    EXPECT_THAT(missed.front().why.sentence, HasSubstr("ef = " + missed.front().why.value + " finds it"));
    window.set([&](SessionState& state) { state.options["own"]["ef"] = missed.front().why.value; });
    ASSERT_TRUE(window.checked());
    EXPECT_THAT(window.rows(), ::testing::Contains(missed.front().row));
}

TEST(OwnIndex, IsSteppedThroughInWords) {
    SessionState session = host_session(index_file("plane/hnsw.faiss"), "own", 10);
    session.stepping = true;
    session.options["own"]["ef"] = "20";
    Window window(session);
    const Stepping& stepping = window.workbench.view().stepping;
    ASSERT_TRUE(window.until([&] { return stepping.ready; }));
    const std::vector<std::int64_t> list = window.rows();
    SteppingControls& controls = window.workbench.stepping();
    const Recording& record = *stepping.record;
    std::set<std::string> sentences;
    for (std::int64_t position = 1; position <= stepping.count; ++position) {
        controls.go_to(position);
        EXPECT_THAT(stepping.sentence, ::testing::Not(HasSubstr("{")));
        EXPECT_FALSE(stepping.lines.empty());
        sentences.insert(stepping.sentence);
    }
    controls.go_to(1);
    EXPECT_THAT(stepping.sentence, ::testing::StartsWith("Level 4: the search begins at row "));
    EXPECT_THAT(sentences, ::testing::Contains(HasSubstr("nearer than ")));
    EXPECT_THAT(sentences, ::testing::Contains(HasSubstr("enters the list; row ")));
    EXPECT_THAT(sentences, ::testing::Contains(HasSubstr("the search ends.")));
    const auto end = std::ranges::find_if(record.steps, [](const Step& step) { return step.phase == 1; });
    controls.go_to(end - record.steps.begin());
    std::vector<std::int64_t> best;
    for (const HeldNeighbour& one : stepping.best) best.push_back(one.row);
    EXPECT_EQ(best, list) << "the walk has found the list";
    EXPECT_TRUE(stepping.plays_decisions());
    controls.jump(Jump::first);
    controls.jump(Jump::next_decision);
    EXPECT_EQ(stepping.position, 1);
}

TEST(OwnIndex, SaysOfAnyRowWhetherASearchCanReachIt) {
    Window window(host_session(index_file("plane/hnsw.faiss"), "own", 5));
    Workbench& workbench = window.workbench;
    ASSERT_TRUE(window.checked());
    const auto why = [&](std::int64_t row) {
        workbench.point_at(row, {});
        workbench.stepping().ask_why();
        return workbench.view().why ? workbench.view().why->text : std::string();
    };
    const auto listed = window.rows();
    std::int64_t other = 0;
    while (std::count(listed.begin(), listed.end(), other) > 0) ++other;
    EXPECT_THAT(why(other), HasSubstr("nearest of 1\u202f500 points. A search can reach it: "));
    EXPECT_THAT(why(listed.front()), HasSubstr("is the 1st neighbour"));
    const auto& lost = workbench.view().graph->unreachable;
    ASSERT_FALSE(lost.empty());
    EXPECT_THAT(why(lost.front()), HasSubstr("No search can find it: "));
    window.set([](SessionState& state) { state.method = "heap"; });
    ASSERT_TRUE(window.checked());
    EXPECT_THAT(why(other), ::testing::Not(HasSubstr("A search can reach it"))) << "the search is not one of the index";
}

TEST(OwnIndex, OfInnerProductsTheGreatestIsTheNearest) {
    SessionState session = host_session(index_file("vectors/hnsw-inner-product.faiss"), "own", 5);
    session.metric = Metric::inner_product;
    Window window(session);
    ASSERT_TRUE(window.checked());
    Workbench& workbench = window.workbench;
    const auto nearest = window.truth();
    workbench.point_at(nearest.front(), {});
    workbench.stepping().ask_why();
    ASSERT_TRUE(workbench.view().why);
    EXPECT_THAT(workbench.view().why->text, HasSubstr("at the product "));
    window.set([](SessionState& state) { state.k = 1; });
    ASSERT_TRUE(window.checked());
    workbench.point_at(nearest[2], {});
    workbench.stepping().ask_why();
    EXPECT_THAT(workbench.view().why->text, HasSubstr("It is the 3rd nearest of"));
}

TEST(OwnIndex, SearchesWithAtLeastKWhereItsLibraryDoes) {
    const auto ef_of = [](const std::string& name, int ef) {
        Window window(host_session(index_file(name), "own", 5));
        EXPECT_TRUE(window.settled());
        return stored::settled(*window.workbench.view().graph->index, {.k = 30, .ef = ef}).ef;
    };
    EXPECT_EQ(ef_of("plane/hnswlib.bin", 8), 30);
    EXPECT_EQ(ef_of("plane/hnswlib.bin", 40), 40);
    EXPECT_EQ(ef_of("plane/hnsw.faiss", 8), 8) << "FAISS ends after ef rows";
}

TEST(OwnIndex, WExplainsTheRowPointedAtInTheList) {
    Window window(host_session(index_file("plane/hnsw.faiss"), "own", 5));
    ASSERT_TRUE(window.checked());
    Workbench& workbench = window.workbench;
    workbench.point_at(-1, {});
    workbench.stepping().ask_why();
    EXPECT_THAT(workbench.view().message, HasSubstr("no point under the mouse"));
    workbench.stepping().point_in_list(window.rows().front());
    workbench.stepping().ask_why();
    ASSERT_TRUE(workbench.view().why);
    EXPECT_EQ(workbench.view().message, "") << "it does not hold beside the card";
    EXPECT_EQ(workbench.view().why->row, window.rows().front());
    workbench.stepping().open(true);
    EXPECT_TRUE(workbench.view().why) << "the answer stays beside the steps";
}

TEST(OwnIndex, IsCalledByItsFileAmongComparedMethods) {
    SessionState session = host_session(index_file("plane/hnsw.faiss"), "heap", 10);
    session.compared = {"own:ef=20"};
    Window window(session);
    ASSERT_TRUE(window.checked());
    const std::vector<Racing::Entry>& race = window.workbench.view().race.contenders;
    ASSERT_TRUE(window.until([&] { return race.size() == 2 && !window.workbench.busy(); }));
    EXPECT_EQ(race[0].name, "heap");
    EXPECT_EQ(race[1].name, "hnsw.faiss, ef = 20");
}

TEST(OwnIndex, OfASessionIsKnownByItsHash) {
    SessionState session = host_session(index_file("plane/hnsw.faiss"), "own", 5);
    Window window(session);
    ASSERT_TRUE(window.settled());
    const std::string hash = window.workbench.session().index_hash;
    EXPECT_EQ(hash.size(), 16u);
    EXPECT_FALSE(window.workbench.view().error);
    session.index_hash = hash;
    Window again(session);
    ASSERT_TRUE(again.settled());
    EXPECT_FALSE(again.workbench.view().error);
    session.data = index_file("plane/hnswlib.bin");  // other links between the same points
    Window other(session);
    ASSERT_TRUE(other.settled());
    ASSERT_TRUE(other.workbench.view().error);
    EXPECT_THAT(other.workbench.view().error->title, HasSubstr("is another index than the one that the session was saved with"));
    EXPECT_NE(other.workbench.session().index_hash, hash);
    other.set([](SessionState& state) { state.data = "uniform:n=70"; });
    ASSERT_TRUE(other.settled());
    EXPECT_EQ(other.workbench.session().index_hash, "");
}

TEST(OwnIndex, LiesBesideItsPoints) {
    SessionState session = host_session(index_file("vectors/points.npy"), "own", 10);
    session.index = index_file("vectors/hnsw-sq8.faiss");
    Window window(session);
    Workbench& workbench = window.workbench;
    ASSERT_TRUE(window.checked());
    ASSERT_FALSE(workbench.view().error);
    EXPECT_EQ(workbench.view().title_of(find_method("own").info), "HNSW, M = 6 over 8-bit codes") << "not the name of the points";
    EXPECT_TRUE(workbench.view().graph);
    const std::string hash = workbench.session().index_hash;
    EXPECT_EQ(hash.size(), 16u);
    window.set([](SessionState& state) { state.index = index_file("vectors/hnsw.faiss"); });
    ASSERT_TRUE(window.checked());
    EXPECT_NE(workbench.session().index_hash, hash);
    EXPECT_FALSE(workbench.view().error) << "it was chosen, and is not another by itself";
    window.set([](SessionState& state) { state.data = "uniform:n=70"; });
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(workbench.session().index, "");
    EXPECT_NE(workbench.session().method, "own");
    EXPECT_FALSE(workbench.view().error);
    Window wrong([&] {
        SessionState state = session;
        state.index = index_file("plane/hnsw.faiss");
        return state;
    }());
    ASSERT_TRUE(wrong.until([&] { return wrong.workbench.view().error.has_value(); }));
    EXPECT_THAT(wrong.workbench.view().error->title, HasSubstr("2000 points of 16 dimensions"));
}

TEST(OwnIndex, RefusesPointsThatWereChanged) {
    Window window(host_session(index_file("plane/hnsw.faiss"), "own", 5));
    Workbench& workbench = window.workbench;
    ASSERT_TRUE(window.settled());
    workbench.edits().add({0.5, 0.5});
    ASSERT_TRUE(window.until([&] { return workbench.view().error.has_value(); }));
    EXPECT_THAT(workbench.view().error->title, HasSubstr("the points have changed since they were read from the index"));
    workbench.undo();
    ASSERT_TRUE(window.settled());
    EXPECT_FALSE(workbench.view().error);
    EXPECT_EQ(window.rows().size(), 5u);
}

}  // namespace
}  // namespace neighborscope
