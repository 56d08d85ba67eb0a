// Options of a view: a copied command line opens the same view.
#include "app/command_line/view_arguments.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace neighborscope::shell {
namespace {

SessionState session_of(std::vector<std::string> words) {
    CLI::App app;
    ViewArguments arguments;
    arguments.add_to(app, "data");
    std::reverse(words.begin(), words.end());  // CLI11 expects them reversed
    app.parse(words);
    return arguments.session();
}

TEST(ViewArguments, WithoutDataThereIsSomethingToSee) {
    EXPECT_EQ(session_of({}), default_session());
    EXPECT_EQ(session_of({"--method", "heap"}).data, default_session().data);
    EXPECT_EQ(session_of({"--method", "heap"}).method, "heap");
    EXPECT_EQ(session_of({"vectors:n=9,d=5"}).method, "heap") << "which takes any data";
}

TEST(ViewArguments, ReadWhatIsCopied) {
    SessionState state;
    state.data = "hotspots:n=300";
    state.columns = "1,3-5";
    state.label = "kind of place";
    state.array = "group/train";
    state.strict = true;
    state.method = "quadtree-cached";
    state.options = {{"quadtree-cached", {{"leaf-capacity", "64"}}}};
    state.device = "host";
    state.k = 33;
    state.metric = Metric::chebyshev;
    state.exclude_self = true;
    state.query_mode = QueryMode::pinned;
    state.query = std::vector<double>{-120.1, 1e30};
    state.lists = "their lists.npz";
    state.list_queries = "asked.npy";
    state.three_d = true;
    state.colour_by = "magnitude";
    state.network = false;
    state.cells = CellsShown::depth;
    state.morton = true;
    state.theme = render::Theme::dark;
    state.title = "Lecture 3";
    state.timings = false;
    state.docks = {true, false, true};
    state.cards = {{"legend", {false, std::array{0.125, 1.0}}}, {"why", {{}, std::array{0.1, 0.9}}}, {"timings", {true, {}}}};
    EXPECT_EQ(session_of(command_arguments(state)), state);
    state.query.reset();
    state.query_row = 7;
    EXPECT_EQ(session_of(command_arguments(state)), state);
    state.camera = SavedCamera{true, {0.1, 1.0 / 3, 7}, 2.5, 30.1, -12.7, {0.01, 0}};
    state.tick = 4;
    state.stepping = true;
    state.step = 0;
    state.presenting = true;
    EXPECT_EQ(session_of(command_arguments(state)), state);
    state.camera = SavedCamera{false, {-120.25, 37, 0}, 2.5, 0, 0, {}};
    state.three_d = false;
    EXPECT_EQ(session_of(command_arguments(state)), state);
    EXPECT_EQ(session_of(command_arguments(SessionState())), SessionState());
}

TEST(ViewArguments, AnIndexBesideItsPointsIsSearched) {
    const std::string folder = NEIGHBORSCOPE_TEST_DATA "/indexes/";
    const SessionState state = session_of({folder + "vectors/points.npy", "--index", folder + "vectors/hnsw-inner-product.faiss"});
    EXPECT_EQ(state.index, folder + "vectors/hnsw-inner-product.faiss");
    EXPECT_EQ(state.method, "own");
    EXPECT_EQ(state.metric, Metric::inner_product);
    EXPECT_EQ(session_of(command_arguments(state)), state);
    EXPECT_EQ(session_of({folder + "vectors/points.npy", "--index", folder + "vectors/hnsw.faiss", "--method", "heap"}).method, "heap");
}

/// Returns the error for `arguments`.
std::string refusal(const std::vector<std::string>& arguments) {
    try {
        session_of(arguments);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, Failure::usage);
        return std::string(error.what()) + "; " + error.remedy;
    }
    return "nothing";
}

TEST(ViewArguments, JsonIsASessionOnlyWhenItSaysSo) {
    const test::TemporaryFolder folder;
    const std::string rows = folder.write("rows.json", "[[1, 2], [3, 4]]"), saved = folder / "saved.json";
    SessionState state;
    state.data = rows;
    state.k = 3;
    save_session(state, saved);
    EXPECT_EQ(session_of({rows}).data, rows);
    EXPECT_EQ(session_of({saved}).data, rows);
    EXPECT_EQ(session_of({saved}).k, 3);
    EXPECT_THROW(session_of({folder / "none.json"}), Error);
}

TEST(ViewArguments, NameTheOptionThatIsWrong) {
    using ::testing::HasSubstr, ::testing::Not;
    EXPECT_THAT(refusal({"grid:n=9", "-k", "0"}), HasSubstr("-k '0' is not a whole number from 1 to 2147483647; for example -k 8"));
    for (const char* view : {"2d:1,2", "2d:1,2,0", "2d:1,x,3", "3d:1,2,3", "3d:1,2,3,4,5,91"})
        EXPECT_THAT(refusal({"grid:n=9", "--view", view}), HasSubstr("--view must be 2d:X,Y,HEIGHT or 3d:"));
    EXPECT_THAT(refusal({"grid:n=9", "--tick", "-1"}), HasSubstr("--tick '-1' is not a whole number from 0"));
    EXPECT_THAT(refusal({"grid:n=9", "--metric", "manhatten"}), HasSubstr("did you mean 'manhattan'?"));
    EXPECT_THAT(refusal({"grid:n=9", "--device", "tpu"}),
        HasSubstr("no device is called 'tpu'; use --device host or cuda, of several cuda:0, cuda:1"));
    EXPECT_THAT(refusal({"grid:n=9", "--cells", "lines"}), HasSubstr("--cells 'lines' is not none, outlines"));
    EXPECT_THAT(refusal({"grid:n=9", "--edits", "["}), HasSubstr("--edits must be a list of"));
    EXPECT_THAT(refusal({"grid:n=9", "--edits", "["}), Not(HasSubstr("session key")));
    EXPECT_THAT(refusal({"grid:n=9", "--notes", R"([{"text": "no place"}])"}), HasSubstr("--notes must be a list of"));
    for (const char* option : {"--edits", "--query-crop", "--unknown-above", "--projection"})
        EXPECT_THAT(refusal({"grid:n=9", option, "[1e400,1]"}),
            HasSubstr(option + std::string(" '[1e400,1]': a number is outside the range of float64; give a number nearer to 0")));
    EXPECT_THAT(refusal({"grid:n=9", "--query-crop", "1e400,1,2"}), HasSubstr("is outside the range of float64"));
    EXPECT_THAT(refusal({"grid:n=9", "--method", "heep"}), HasSubstr("--method: no method 'heep'; did you mean heap?"));
    EXPECT_THAT(refusal({"grid:n=9", "--edits", R"([{"erase": 3}, {"erase": 3}])"}),
        HasSubstr("edits: row 3 is erased twice; name each point in one edit"));
    EXPECT_THAT(refusal({"grid:n=9", "--curve-along", "zzz"}), HasSubstr("--curve-along: 'zzz' does not say what varies"));
    EXPECT_THAT(refusal({"grid:n=9", "--compare-queries", "a.csv"}), HasSubstr("--compare-queries needs --compare"));
}

}  // namespace
}  // namespace neighborscope::shell
