// Tests the document as JSON and as a command line, and its undo history.
#include "app/data/files/output_file.hpp"
#include "app/session/document/session.hpp"
#include "app/session/document/session_fields.hpp"
#include "tests/refused.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <functional>

namespace neighborscope {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

using Folder = test::TemporaryFolder;

SessionState everything() {
    SessionState state;
    state.data = "hotspots:n=300";
    state.columns = "1,3-5";
    state.array = "group/train";
    state.index = "hnsw.faiss";
    state.index_hash = "0123456789abcdef";
    state.label = "kind of place";
    state.strict = true;
    state.every = 3;
    state.metres = true;
    state.whiten = true;
    state.pictures = "list.csv";
    state.enrolled = {{"ann.jpg", "Ann", faces::Crop{1, 2, 3, 0}}};
    state.edits.moved = {{4, {1, 2}}};
    state.edits.erased = {9};
    state.method = "ppw";
    state.options = {{"ppw", {{"threads", "128"}}}, {"heap", {{"a", "on"}}}};
    state.device = "host";
    state.projection = "3,7";
    state.polar = true;
    state.k = 33;
    state.metric = Metric::chebyshev;
    state.compared = {"heap:threads=64", "ppw:metric=manhattan"};
    state.exclude_self = true;
    state.vote = Voting::rank;
    state.query_mode = QueryMode::pinned;
    state.query = std::vector<double>{-120.1, 1e38, 0.1};
    state.query_row = 7;
    state.query_picture = "anna.jpg";
    state.query_crop = faces::Crop{320.5, 200, 96, -7.5};
    state.unknown_above = 6.25;
    state.three_d = true;
    state.links = false;
    state.gallery = false;
    state.regions = state.misclassified = true;
    state.colour_by = "magnitude";
    state.network = false;
    state.links_level = 2;
    state.where = {"depth>5", "kind=a b"};
    state.mask = "allowed.npy";
    state.cells = CellsShown::depth;
    state.morton = true;
    state.chart = ChartShown::curves;
    state.curve_methods = {"heap:threads=64", "serial"};
    state.curve_along = "k=1:64";
    state.curve_quantity = CurveQuantity::recall;
    state.curve_queries = 7;
    state.lists = "theirs.npz";
    state.list_queries = "asked.npy";
    state.lists_squared = true;
    state.stepping = true;
    state.step = -3;
    state.tick = 12;
    state.index_tick = 9;
    state.title = "Lecture 3: what a \"quadtree\" skips";
    state.timings = false;
    state.docks = {false, true, true};
    state.cards = {{"legend", {false, std::array{0.125, 1.0}}}, {"why", {{}, std::array{0.1, 0.9}}}, {"timings", {true, {}}}};
    state.camera = SavedCamera{true, {0.1, -120.3, 1e-3}, 5.25, -51.566, 28.6, {0.01, -0.02}};
    state.presenting = true;
    state.notes = {{"why here?", 17, {}, {-20, 30}, false}, {"the \"island\"", {}, {0.5, -2, 1e-3}, {64.5, -48}, true}};
    state.theme = render::Theme::dark;
    return state;
}

std::string message_of(const std::string& text) {
    const std::string message = test::refused(Failure::input, [&] { session_from_json(json::parse(text)); });
    EXPECT_THAT(message, ::testing::Not(::testing::EndsWith(".")));
    return message;
}

TEST(SessionFile, OldSessionsOpen) {
    const SessionState old = session_from_json(json::parse(
        R"({"neighborscope_session": 1, "data": "hotspots:n=300", "method": "heap", "k": 8, "view": "3d", "stepping": true, "step": 4})"));
    EXPECT_EQ(old.three_d, true);
    EXPECT_EQ(old.camera, std::nullopt);
    EXPECT_EQ(old.tick, 0);
    EXPECT_EQ(old.step, 4);
    EXPECT_FALSE(old.presenting);
}

TEST(SessionFile, RefusesWrongCameras) {
    for (const char* camera : {"3", "[1, 2]", R"({"centre": [1, 2]})", R"({"centre": [1, 2, 3], "height": 1})",
             R"({"centre": [1, 2], "height": 0})", R"({"centre": [1, "2"], "height": 1})", R"({"centre": [1, 2], "height": 1e300})",
             R"({"centre": [1, 2, 3], "height": 1, "azimuth": 0})", R"({"centre": [1, 2, 3], "height": 1, "azimuth": 0, "elevation": 91})"})
        EXPECT_THROW(session_from_json(json::parse(R"({"neighborscope_session": 1, "camera": )" + std::string(camera) + "}")), Error)
            << camera;
    EXPECT_THROW(session_from_json(json::parse(R"({"neighborscope_session": 1, "tick": -1})")), Error);
}

TEST(SessionFile, RefusesWrongTitlesDocksAndCards) {
    for (const char* wrong : {R"("title": 3)", R"("title": "two\nlines")", R"("docks": 3)", R"("docks": "left,")", R"("docks": ["top"])",
             R"("docks": [1])", R"("cards": 3)", R"("cards": [1])", R"("cards": {"legend": 3})", R"("cards": {"legend": {"folded": 1}})",
             R"("cards": {"why": {"place": [1]}})", R"("cards": {"why": {"place": [1, 1.1]}})", R"("cards": {"why": {"place": ["0", 0]}})",
             R"("cards": "other=open")", R"("cards": "legend=shut")", R"("cards": "legend=1:2")", R"("cards": "legend=0:0:0")",
             R"("cards": "legend=")", R"("cards": "legend")", R"("timings": 3)"})
        EXPECT_THROW(session_from_json(json::parse(R"({"neighborscope_session": 1, )" + std::string(wrong) + "}")), Error) << wrong;
    const SessionState other = session_from_json(
        json::parse(R"({"neighborscope_session": 1, "docks": ["bottom"], "cards": {"of a newer version": {"folded": true}}})"));
    EXPECT_EQ(other.docks, (std::array{false, false, true}));
    EXPECT_EQ(other.cards.at("of a newer version").open, false);
    EXPECT_EQ(command_line(other).find("--cards"), std::string::npos) << "which this version does not know";
}

TEST(SessionFile, RefusesWrongNotes) {
    for (const char* notes : {"3", "[3]", R"([{"text": "neither row nor place"}])", R"([{"text": "both", "row": 1, "at": [1, 2, 3]}])",
             R"([{"text": "two numbers", "at": [1, 2]}])", R"([{"text": "below 0", "row": -1}])", R"([{"text": 4, "row": 1}])",
             R"([{"text": "a word", "row": 1, "ring": "yes"}])", R"([{"text": "far", "row": 1, "offset": [1e300, 0]}])"})
        EXPECT_THROW(session_from_json(json::parse(R"({"neighborscope_session": 1, "notes": )" + std::string(notes) + "}")), Error)
            << notes;
    const SessionState brief = session_from_json(json::parse(R"({"neighborscope_session": 1, "notes": [{"text": "t", "row": 4}]})"));
    EXPECT_EQ(brief.notes, (std::vector<Note>{{"t", 4}}));
}

TEST(Session, TheFirstOneShowsAnIndex) {
    const SessionState first = default_session();
    EXPECT_TRUE(first.data.starts_with("hotspots:"));
    EXPECT_EQ(first.method, "quadtree-coalesced");
    EXPECT_NO_THROW(find_method(first.method));
}

TEST(Session, ComesBackFromJson) {
    EXPECT_EQ(session_from_json(to_json(everything())), everything());
    EXPECT_EQ(session_from_json(to_json(SessionState())), SessionState());
    EXPECT_EQ(to_json(SessionState())["neighborscope_session"], 1);
}

TEST(Session, EveryFieldIsWritten) {
    const json written = to_json(everything()), preset = to_json(SessionState());
    for (const SessionField& field : session_fields()) {
        const std::string key(field.key);
        EXPECT_NE(written.at(key), preset.at(key)) << key << ": give it another value in everything()";
    }
    EXPECT_EQ(written.size(), session_fields().size() + 1);  // and the version
}

TEST(Session, ComesBackFromAFile) {
    const Folder folder;
    save_session(everything(), folder / "a.json");
    EXPECT_EQ(load_session(folder / "a.json"), everything());
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()), 1)
        << "nothing but the session is left in the folder";
}

TEST(Session, KeepsKeysOfANewerVersion) {
    json object = to_json(everything());
    object["neighborscope_session"] = 3;
    object["playback"] = {{"step", 4}};
    const json again = to_json(session_from_json(object));
    EXPECT_EQ(again["playback"]["step"], 4);
    EXPECT_EQ(again["neighborscope_session"], 3);
    EXPECT_EQ(again["k"], 33);
    EXPECT_THAT(later_version_warning(session_from_json(object)), ::testing::AllOf(HasSubstr("later version"), HasSubstr(": playback")));
    EXPECT_EQ(later_version_warning(everything()), "");
    object["neighborscope_session"] = 1;
    EXPECT_EQ(later_version_warning(session_from_json(object)), "") << "an unknown key alone is of somebody else";
}

TEST(Session, TakesNumbersAsOptionsOfAHandWrittenFile) {
    const SessionState state =
        session_from_json(json::parse(R"({"neighborscope_session": 1, "options": {"ppw": {"threads": 128, "fast": true}}, "k": 5})"));
    EXPECT_EQ(state.options.at("ppw").at("threads"), "128");
    EXPECT_EQ(state.options.at("ppw").at("fast"), "true");
    EXPECT_EQ(state.k, 5);
    EXPECT_EQ(state.data, SessionState().data);
}

TEST(Session, NamesTheWrongKey) {
    EXPECT_THAT(message_of(R"({"k": 3})"), HasSubstr("not a Neighborscope session"));
    EXPECT_THAT(message_of(R"([])"), HasSubstr("not a Neighborscope session"));
    const auto with = [](const std::string& rest) { return R"({"neighborscope_session": 1, )" + rest + "}"; };
    EXPECT_THAT(message_of(with(R"("k": 0)")), HasSubstr("\"k\" must be a whole number from 1"));
    EXPECT_THAT(message_of(with(R"("k": 1.5)")), HasSubstr("\"k\""));
    EXPECT_THAT(message_of(with(R"("k": 1e30)")), HasSubstr("\"k\""));
    EXPECT_THAT(message_of(with(R"("k": "many")")), HasSubstr("not \"many\""));
    EXPECT_THAT(message_of(with(R"("metric": "euclid")")), HasSubstr("\"metric\""));
    EXPECT_THAT(message_of(with(R"("metric": 3)")), HasSubstr("\"metric\""));
    for (const char* wrong : {"[1, 2]", "[1, 2, 0]", "[1, 2, \"3\"]", "[1, 2, 3, 4, 5]", "{}", "[1, 2, 1e99]"})
        EXPECT_THAT(message_of(with("\"query_crop\": " + std::string(wrong))), HasSubstr("\"query_crop\" must be x, y")) << wrong;
    EXPECT_THAT(message_of(with(R"("unknown_above": -1)")), HasSubstr("\"unknown_above\""));
    EXPECT_THAT(message_of(with(R"("query": [1, null])")), HasSubstr("\"query\""));
    EXPECT_THAT(message_of(with(R"("query": [])")), HasSubstr("\"query\""));
    EXPECT_THAT(message_of(with(R"("query_row": -1)")), HasSubstr("\"query_row\""));
    EXPECT_THAT(message_of(with(R"("options": {"ppw": 3})")), HasSubstr("\"options.ppw\""));
    EXPECT_THAT(message_of(with(R"("options": {"ppw": {"threads": []}})")), HasSubstr("\"options.ppw.threads\""));
    EXPECT_THAT(message_of(with(R"("view": "4d")")), HasSubstr("\"2d\" or \"3d\""));
    EXPECT_THAT(message_of(with(R"("theme": "blue")")), HasSubstr("\"theme\""));
    EXPECT_THAT(message_of(with(R"("device": "tpu")")), HasSubstr("\"device\""));
    EXPECT_THAT(message_of(with(R"("data": 3)")), HasSubstr("\"data\""));
    EXPECT_THAT(message_of(with(R"("links": "yes")")), HasSubstr("\"links\""));
    EXPECT_THAT(message_of(with(R"("columns": 3)")), HasSubstr("\"columns\""));
    EXPECT_THAT(message_of(with(R"("colour_by": 3)")), HasSubstr("\"colour_by\""));
    EXPECT_THAT(message_of(with(R"("network": "on")")), HasSubstr("\"network\""));
    EXPECT_THAT(
        message_of(with(R"("data": "a\u0000b.csv")")), HasSubstr("\"data\" must be a text without NUL characters, not \"a\\u0000b.csv\""));
    EXPECT_THAT(message_of(with(R"("options": {"serial": {"selection": "partial\u0000"}})")),
        HasSubstr("\"options.serial.selection\" must be a text without NUL characters"));
    EXPECT_THAT(message_of(with(R"("cells": "lines")")), HasSubstr("\"cells\""));
    EXPECT_THAT(message_of(with(R"("cells": 1)")), HasSubstr("\"cells\""));
    EXPECT_THAT(message_of(with(R"("strict": "yes")")), HasSubstr("\"strict\""));
    EXPECT_THAT(message_of(R"({"neighborscope_session": 0})"), HasSubstr("\"neighborscope_session\""));
}

/// Keys that permit only certain words: a file with another word is refused.
class SessionWord : public ::testing::TestWithParam<std::string> {};

TEST_P(SessionWord, ThatMeansNothingIsRefusedWithItsKeyAndWhatToDo) {
    json object = to_json(SessionState());
    for (const json& wrong : {json("zzz"), json::array({"zzz", "zzz"})}) {
        object[GetParam()] = wrong;
        try {
            session_from_json(object);
            ADD_FAILURE() << wrong << " was read";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, Failure::input);
            EXPECT_THAT(error.what(), ::testing::StartsWith("session key \"" + GetParam() + '"'));
            EXPECT_NE(error.remedy, "");
        }
    }
}

/// All keys except those that permit any text, such as file names and titles.
std::vector<std::string> keys_of_words() {
    std::vector<std::string> keys;
    for (const SessionField& field : session_fields())
        if (const auto* text = std::get_if<TextField>(&field.holds); (!text || text->check) && field.key != "title")
            keys.emplace_back(field.key);
    return keys;
}

INSTANTIATE_TEST_SUITE_P(All, SessionWord, ::testing::ValuesIn(keys_of_words()), [](const auto& info) { return info.param; });

TEST(Session, EveryTextOfSomeWordsIsChecked) {
    EXPECT_THAT(keys_of_words(), ::testing::IsSupersetOf({"method", "curve_along", "curve_methods", "race", "metric", "device", "vote"}));
}

TEST(Session, NamesTheFile) {
    const Folder folder;
    const auto error_of = [](const std::string& path) { return test::refused(Failure::input, [&] { load_session(path); }); };
    EXPECT_THAT(error_of(folder / "none.json"), HasSubstr("none.json: No such file"));
    EXPECT_THAT(error_of(folder.path.string()), HasSubstr("is a folder"));
    folder.write("half.json", R"({"neighborscope_session": 1, "k": )");
    EXPECT_THAT(error_of(folder / "half.json"), HasSubstr("half.json: not JSON"));
    EXPECT_THAT(error_of(folder / "half.json"), ::testing::Not(HasSubstr("\n")));
    folder.write("wrong.json", R"({"neighborscope_session": 1, "k": -1})");
    EXPECT_THAT(error_of(folder / "wrong.json"), HasSubstr("wrong.json: session key \"k\""));
    folder.write("farther.json", R"({"neighborscope_session": 1, "query": [1e400, 0]})");
    EXPECT_THAT(error_of(folder / "farther.json"), HasSubstr("farther.json: a number is outside the range of float64"));
    folder.write("far.json", R"({"neighborscope_session": 1, "query": [1e300, 0]})");
    EXPECT_THAT(error_of(folder / "far.json"), HasSubstr("far.json: session key \"query\" must be a list of numbers that float32 holds"));
    EXPECT_THROW(save_session({}, folder / "missing/a.json"), Error);
}

TEST(Session, NeverHalfAFile) {
    const Folder folder;
    write_file(folder / "a", "first");
    fs::create_directory(folder / "b");
    EXPECT_THROW(write_file(folder / "b", "cannot replace a folder"), Error);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()), 2);
    write_file(folder / "a", "second");
    std::string text;
    std::getline(std::ifstream(folder / "a"), text);
    EXPECT_EQ(text, "second");
}

TEST(Session, DataBesideTheSessionIsFound) {
    const Folder folder;
    folder.write("stars.csv", "x,y\n1,2\n");
    SessionState state;
    state.data = "stars.csv";
    save_session(state, folder / "s.json");
    EXPECT_EQ(load_session(folder / "s.json").data, folder / "stars.csv");
    state.data = "sample:earthquakes";
    save_session(state, folder / "s.json");
    EXPECT_EQ(load_session(folder / "s.json").data, "sample:earthquakes");
}

TEST(Session, NamesFilesRelativeToItself) {
    const Folder folder;
    const fs::path before = fs::current_path();
    fs::create_directory(folder / "lessons");
    folder.write("stars.csv", "x,y\n1,2\n");
    SessionState state;
    state.data = "stars.csv";
    fs::current_path(folder.path);
    save_session(state, "lessons/s.json");
    fs::current_path(before);
    EXPECT_EQ(json::parse(std::ifstream(folder / "lessons/s.json"))["data"], "../stars.csv");
    EXPECT_EQ(load_session(folder / "lessons/s.json").data, folder / "stars.csv");
}

TEST(CommandLine, OpensTheSameView) {
    SessionState state;
    state.query = std::vector<double>{-120, 37};
    EXPECT_EQ(command_line(state), "neighborscope sample:earthquakes --method heap -k 16 --query -120,37");
    state = everything();
    state.query_row.reset();
    EXPECT_EQ(command_line(state),
        "neighborscope hotspots:n=300 --columns 1,3-5 --array group/train --index hnsw.faiss --label 'kind of place' --metres --whiten "
        "--enrol "
        "'[{\"crop\":[1.0,2.0,3.0,0.0],\"file\":\"ann.jpg\",\"person\":\"Ann\"}]' --edits '[{\"at\":[1.0,2.0],\"move\":4},{\"erase\":9}]' "
        "--pictures list.csv --where 'depth>5' --where 'kind=a b' --mask allowed.npy --strict --every 3 --method ppw -k 33 --set "
        "threads=128 "
        "--device host "
        "--metric chebyshev "
        "--race ppw,heap:threads=64,ppw:metric=manhattan "
        "--exclude-self --vote rank --query -120.1,1e+38,0.1 --query-picture anna.jpg --query-crop 320.5,200,96,-7.5 --unknown-above 6.25 "
        "--compare "
        "theirs.npz --compare-queries asked.npy --compare-squared --view 3d:0.1,-120.3,0.001,5.25,-51.566,28.6,0.01,-0.02 "
        "--notes '[{\"offset\":[-20.0,30.0],\"ring\":false,\"row\":17,\"text\":\"why here?\"},"
        "{\"at\":[0.5,-2.0,0.001],\"offset\":[64.5,-48.0],\"ring\":true,\"text\":\"the \\\"island\\\"\"}]' "
        "--title 'Lecture 3: what a \"quadtree\" skips' --docks right,bottom --cards legend=folded:0.125:1,timings=open,why=0.1:0.9 "
        "--no-timings --projection 3,7 "
        "--polar on --no-links --no-gallery "
        "--colour-by "
        "magnitude --regions --misclassified --no-network --links-level 2 --cells depth --morton --chart curves --curve-methods "
        "heap:threads=64,serial "
        "--curve-along k=1:64 "
        "--curve-shows recall --curve-queries 7 --tick 12 --index-tick 9 --step -3 --present --theme dark");
    state.query_row = 7;
    state.data = "it's a file.csv";
    EXPECT_THAT(command_line(state), HasSubstr("'it'\\''s a file.csv'"));
    EXPECT_THAT(command_line(state), HasSubstr("--query-index 7"));
    EXPECT_THAT(command_line(state), ::testing::Not(HasSubstr("--query -")));
}

SessionState with_k(int k) {
    SessionState state;
    state.k = k;
    return state;
}

SessionState with_metric(Metric metric) {
    SessionState state = with_k(3);
    state.metric = metric;
    return state;
}

TEST(UndoHistory, UndoesAndRedoes) {
    UndoHistory history(with_k(1));
    EXPECT_FALSE(history.can_undo());
    EXPECT_EQ(history.undo_kind(), "");
    history.change(with_k(3));
    EXPECT_EQ(history.undo_kind(), "change k");
    history.change(with_metric(Metric::manhattan));
    EXPECT_EQ(history.undo_kind(), "change metric");
    history.undo();
    EXPECT_EQ(history.now(), with_k(3));
    EXPECT_EQ(history.redo_kind(), "change metric");
    history.undo();
    EXPECT_EQ(history.now().k, 1);
    history.undo();
    EXPECT_EQ(history.now().k, 1);
    history.redo();
    history.redo();
    history.redo();
    EXPECT_EQ(history.now(), with_metric(Metric::manhattan));
    history.undo();
    history.change(with_k(9), false, "open session");
    EXPECT_EQ(history.undo_kind(), "open session");
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.now().k, 9);
}

TEST(UndoHistory, ForgetsTheOldestOfMany) {
    UndoHistory history(with_k(0));
    for (int k = 1; k <= int(UndoHistory::max_undo_steps) + 200; ++k) history.change(with_k(k));
    std::size_t steps = 0;
    for (; history.can_undo(); ++steps) history.undo();
    EXPECT_EQ(steps, UndoHistory::max_undo_steps);
    EXPECT_EQ(history.now().k, 200);
    EXPECT_EQ(history.undo_kind(), "");
    EXPECT_EQ(history.redo_kind(), "change k");
    while (history.can_redo()) history.redo();
    EXPECT_EQ(history.now().k, int(UndoHistory::max_undo_steps) + 200);
}

TEST(UndoHistory, ADragIsOneStep) {
    UndoHistory history(with_k(1));
    history.change(with_k(2));
    for (int k = 20; k > 2; --k) history.change(with_k(k), true);
    EXPECT_EQ(history.now().k, 3);
    history.undo();
    EXPECT_EQ(history.now().k, 2) << "an unmerged change before a drag stays a step of its own";
    history.redo();
    history.change(with_k(20), true);
    history.undo();
    EXPECT_EQ(history.now().k, 3) << "a drag after a redo is a new step";
    history.redo();
    history.end_merge();
    history.change(with_k(3), true);
    history.change(with_metric(Metric::manhattan), true);
    history.undo();
    EXPECT_EQ(history.now(), with_k(3)) << "another field is a step of its own";
    history.undo();
    EXPECT_EQ(history.now().k, 20);
}

TEST(UndoHistory, ADragAfterAnUndoIsAStepOfItsOwn) {
    UndoHistory history(with_k(1));
    history.change(with_k(2), true);
    history.end_merge();
    history.change(with_k(3), true);
    history.undo();
    history.change(with_k(9), true);
    history.undo();
    EXPECT_EQ(history.now().k, 2);
}

TEST(UndoHistory, NothingChangedIsNoStep) {
    UndoHistory history(with_k(1));
    history.change(with_k(1));
    EXPECT_FALSE(history.can_undo());
    history.change(with_k(2));
    history.amend(with_k(1));
    history.drop_if_unchanged();
    EXPECT_FALSE(history.can_undo());
    history.amend(with_k(5));
    EXPECT_EQ(history.now().k, 5);
    EXPECT_FALSE(history.can_undo());
}

/// The name of the change from `before` to `after`.
std::string change_of(const std::function<void(SessionState&)>& before, const std::function<void(SessionState&)>& after) {
    SessionState from, to;
    before(from);
    before(to);
    after(to);
    return change_name(from, to);
}

TEST(Undo, NamesAStepByWhatChanges) {
    const auto nothing = [](SessionState&) {};
    EXPECT_EQ(change_of(nothing, nothing), "");
    const auto option = [](const char* name, const char* value) {
        return [=](SessionState& state) { state.options["heap"][name] = value; };
    };
    EXPECT_EQ(change_of(option("threads", "64"), option("threads", "128")), "change threads");
    EXPECT_EQ(change_of(nothing, option("threads", "128")), "change threads");
    EXPECT_EQ(change_of(option("threads", "64"), [](SessionState& state) { state.options.clear(); }), "change options");
    const auto data = [](const char* source) { return [=](SessionState& state) { state.data = source; }; };
    EXPECT_EQ(change_of(data("uniform:n=10,d=2"), data("uniform:n=10,d=3")), "change d");
    EXPECT_EQ(change_of(data("uniform:n=10,d=2"), data("uniform:n=20,d=3")), "open data");
    EXPECT_EQ(change_of(data("uniform:n=10"), data("hotspots:n=20")), "open data");
    EXPECT_EQ(change_of(data("a.csv"), data("b.csv")), "open data");
    const auto pinned = [](SessionState& state) { state.query_mode = QueryMode::pinned; };
    EXPECT_EQ(change_of(nothing, pinned), "pin query");
    EXPECT_EQ(change_of(pinned, [](SessionState& state) { state.query_mode = QueryMode::follow; }), "follow the mouse");
    EXPECT_EQ(change_of(nothing, [&](SessionState& state) { pinned(state), state.query_row = 3; }), "move query");
    EXPECT_EQ(change_of(nothing, [](SessionState& state) { state.lists = "a.npz"; }), "compare lists");
    EXPECT_EQ(
        change_of([](SessionState& state) { state.lists = "a.npz"; }, [](SessionState& state) { state.lists.clear(); }), "close lists");
}

TEST(Undo, EveryFieldHasAStepOrIsLeftAsItIs) {
    for (const SessionField& field : session_fields()) {
        json other = to_json(SessionState());
        other[std::string(field.key)] = to_json(everything())[std::string(field.key)];
        const SessionState changed = session_from_json(other);
        SessionState left;
        copy_fields_without_undo(left, changed);
        EXPECT_EQ(left == changed, change_name({}, changed).empty()) << field.key;
    }
    SessionState stepped;
    stepped.stepping = true;
    stepped.step = 3;
    EXPECT_EQ(change_name({}, stepped), "");
}

TEST(Session, OtherDataTakeWithThemWhatIsOfThemAlone) {
    SessionState before = everything(), next = before;
    next.data = "other.csv";
    next.colour_by = "plain";
    reset_fields_of_data(next, before);
    EXPECT_EQ(next.columns + next.label + next.lists + next.list_queries, "");
    EXPECT_FALSE(next.query || next.query_row);
    EXPECT_EQ(next.colour_by, "plain") << "it was changed along";
    EXPECT_EQ(next.k, before.k);
    EXPECT_EQ(next.options, before.options);
}

}  // namespace
}  // namespace neighborscope
