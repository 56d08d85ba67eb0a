// Tests a gallery: pictures as queries, fewer components, the evaluation.
#include "app/commands/commands.hpp"
#include "app/data/faces/evaluate.hpp"
#include "app/data/faces/query_picture.hpp"
#include "app/session/faces/still_folder.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/workbench/face_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "small_window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <filesystem>
#include <fstream>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;

/// Three people with three pictures each, which differ by little.
class Faces : public ::testing::Test {
protected:
    Faces() {
        for (const std::string person : {"ann", "bob", "eve"})
            for (int i = 0; i < 3; ++i) {
                std::string pixels;
                for (int p = 0; p < 48; ++p) pixels += char((p * int(person[0]) + 5 * i * p) % 200 + i);
                std::filesystem::create_directories(folder_ / ("gallery/" + person));
                std::ofstream(file(person, i), std::ios::binary) << "P5\n8 6\n255\n" << pixels;
            }
    }
    std::string file(const std::string& person, int i) const { return folder_ / ("gallery/" + person + "/" + std::to_string(i) + ".pgm"); }
    SessionState session() const { return host_session(folder_ / "gallery", "heap", 3); }
    test::TemporaryFolder folder_;
};

TEST_F(Faces, TheFactsSayHowPeopleAreNamedAndWhatWasNotLookedAt) {
    std::filesystem::create_directories(folder_ / "gallery/@eaDir");
    std::filesystem::copy_file(file("ann", 0), folder_ / "gallery/@eaDir/0.pgm");
    Window window(session());
    ASSERT_TRUE(window.settled());
    const std::shared_ptr<const DataSet> set = window.workbench.view().pictures;
    ASSERT_TRUE(set && set->gallery);
    EXPECT_EQ(set->gallery->people.size(), 3u);
    const auto& facts = window.workbench.view().data.facts;
    EXPECT_THAT(facts, ::testing::Contains(std::pair<std::string, std::string>("People", "3, " + set->gallery->notes.people)));
    EXPECT_THAT(facts, ::testing::Contains(std::pair<std::string, std::string>("Not read", "1 hidden or system folder (@eaDir)")));
    EXPECT_THAT(window.workbench.view().data.losses, ::testing::IsEmpty());
}

TEST_F(Faces, VectorsMadeElsewhereGetTheirPicturesFromAList) {
    std::ofstream(folder_ / "vectors.csv") << "a,b,c,d\n0,0,0,1\n0,0,0,2\n9,9,9,9\n9,9,9,8\n";
    std::ofstream(folder_ / "list.csv") << "gallery/ann/0.pgm,Ann\ngallery/ann/1.pgm,Ann\ngallery/bob/0.pgm,Bob\ngallery/bob/1.pgm,Bob\n";
    Window window(host_session(folder_ / "vectors.csv", "heap", 2));
    ASSERT_TRUE(window.settled());
    EXPECT_FALSE(window.workbench.view().pictures);
    window.set([&](SessionState& state) { state.pictures = folder_ / "list.csv"; });
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    ASSERT_TRUE(view.pictures && gallery_of(view));
    EXPECT_FALSE(accepts_query_pictures(view));
    EXPECT_EQ(view.pictures->label()->text(2), "Bob");
    EXPECT_TRUE(picture_of(*view.pictures, 2));
    window.workbench.faces().evaluate_gallery();
    ASSERT_TRUE(window.until([&] { return bool(view.evaluation); }));
    for (const faces::Accuracy& one : view.evaluation->accuracy) {
        if (one.features == faces::Features::components && one.k == 1) { EXPECT_EQ(one.right, 4); }
    }
    EXPECT_EQ(view.evaluation->accuracy.back().components, 4);
    open_dropped(window.workbench, {file("bob", 1)});
    ASSERT_TRUE(window.until([&] { return view.error.has_value(); }));
    EXPECT_THAT(view.error->title, HasSubstr("another program"));
    EXPECT_EQ(window.workbench.session().query_picture, "");
    window.workbench.dismiss_error();
    window.set([&](SessionState& state) { state.pictures = folder_ / "gone.csv"; });
    ASSERT_TRUE(window.until([&] { return view.error.has_value(); }));
    EXPECT_EQ(window.workbench.session().pictures, folder_ / "list.csv") << "what cannot be loaded changes nothing";
}

TEST_F(Faces, AStillOfTheCameraIsTheQueryAndGoesWithTheWindow) {
    std::string still;
    {
        Window window(session());
        Commands commands;
        add_standard_commands(commands, window.workbench, {});
        ASSERT_TRUE(window.settled());
        EXPECT_FALSE(commands.run("query.camera")) << "without a camera";
        const auto bob = faces::read_picture(InputFile(file("bob", 1)));
        int asked = 0;
        window.workbench.faces().set_camera([&](const Progress&) {
            if (++asked == 1) throw Error(Failure::device, "the camera gives no frames", "open a picture instead");
            return bob;
        });
        ASSERT_TRUE(commands.run("query.camera"));
        ASSERT_TRUE(window.until([&] { return window.workbench.view().error.has_value(); }));
        EXPECT_THAT(window.workbench.view().error->title, HasSubstr("gives no frames"));
        ASSERT_TRUE(commands.run("query.camera"));
        ASSERT_TRUE(window.until([&] { return !window.workbench.session().query_picture.empty(); }));
        ASSERT_TRUE(window.settled());
        EXPECT_EQ(window.workbench.view().neighbours.front().row, 4);
        EXPECT_NEAR(window.workbench.view().neighbours.front().distance, 0, 0.02);
        still = window.workbench.session().query_picture;
        EXPECT_TRUE(std::filesystem::exists(still));
        const SessionState saved = copy_stills_beside(window.workbench.session(), folder_ / "party.json");
        EXPECT_EQ(saved.query_picture, folder_ / "party-still-2.pgm");
        EXPECT_TRUE(std::filesystem::exists(saved.query_picture));
        window.workbench.undo();
        EXPECT_EQ(window.workbench.session().query_picture, "");
    }
    EXPECT_FALSE(std::filesystem::exists(still)) << "not kept unless the session is saved";
}

TEST_F(Faces, ADroppedPictureIsTheQuery) {
    Window window(session());
    ASSERT_TRUE(window.settled());
    open_dropped(window.workbench, {file("bob", 1)});
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    const auto said = [&] { return presented_sentence(view, window.workbench.session()); };
    EXPECT_EQ(said(), "Most like bob: 1 of 3 nearest pictures.");
    window.set([](SessionState& state) { state.vote = Voting::rank; });
    EXPECT_THAT(said(), ::testing::MatchesRegex("Most like bob: [0-9]+\u202f% of the vote weight.")) << "as the panel has it";
    window.set([](SessionState& state) { state.vote = Voting::majority, state.unknown_above = 0.0; });
    EXPECT_EQ(said(), "Unknown, most like bob: 1 of 3 nearest pictures.");
    EXPECT_EQ(identify_person(view, window.workbench.session()).text(), "Unknown, most like bob");
    for (int i = 0; i < 2; ++i) window.workbench.undo();
    ASSERT_TRUE(window.settled());
    EXPECT_FALSE(view.error);
    ASSERT_TRUE(view.query_picture);
    EXPECT_EQ(view.neighbours.front().row, 4);
    EXPECT_NEAR(view.neighbours.front().distance, 0, 1e-5);
    EXPECT_EQ(view.query_row, -1);
    EXPECT_EQ(query_name(view), "1.pgm");
    EXPECT_EQ(query_picture(view), view.query_picture->picture);
    EXPECT_EQ(window.workbench.session().data, session().data) << "the gallery stays";

    window.workbench.faces().ask_picture(file("bob", 1), faces::Crop{2, 2, 3, 0});
    ASSERT_TRUE(window.settled());
    EXPECT_GT(view.neighbours.front().distance, 1e-3);
    window.workbench.undo();
    ASSERT_TRUE(window.settled());
    EXPECT_NEAR(view.neighbours.front().distance, 0, 1e-5);
    window.workbench.query().pin_at_row(8);
    ASSERT_TRUE(window.settled());
    EXPECT_FALSE(view.query_picture);
    EXPECT_EQ(view.query_row, 8);
    EXPECT_EQ(query_name(view), "eve");
    window.workbench.undo();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(query_name(view), "1.pgm");
}

/// A photo much larger than the gallery's pictures, with two faces.
TEST_F(Faces, OfAPhotoTheLargestFaceIsCutOut) {
    std::ofstream(folder_ / "photo.pgm", std::ios::binary) << "P5\n80 90\n255\n"
                                                           << std::string(40 * 90, '\x20') + std::string(40 * 90, '\xa0');
    Window window(session());
    int searched = 0;
    window.workbench.faces().set_finder([&](const faces::GreyPicture& picture) -> std::vector<faces::Face> {
        if (picture.size.width == 8) return {};  // of the gallery
        ++searched;
        return {{{20, 30}, {28, 30}}, {{60, 70}, {64, 70}}};
    });
    ASSERT_TRUE(window.settled());
    window.workbench.faces().ask_picture(folder_ / "photo.pgm");
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    ASSERT_TRUE(view.query_picture);
    EXPECT_EQ(view.query_picture->faces.size(), 2u);
    const auto largest = window.workbench.session().query_crop;
    ASSERT_TRUE(largest);
    EXPECT_NEAR(largest->width, 20, 1e-9) << "8 pixels between the eyes are 0.4 of it";
    EXPECT_EQ(view.query_picture->crop, largest);
    window.workbench.faces().cut_out_next();
    ASSERT_TRUE(window.settled());
    EXPECT_NEAR(window.workbench.session().query_crop->width, 10, 1e-9);
    window.workbench.faces().cut_out_next();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.session().query_crop, largest);
    window.workbench.faces().ask_picture(folder_ / "photo.pgm");
    ASSERT_TRUE(window.settled());
    EXPECT_FALSE(window.workbench.session().query_crop) << "the whole picture was asked for";
    EXPECT_EQ(searched, 1) << "it is looked at once";
    for (int i = 0; i < 3; ++i) window.workbench.undo();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.session().query_crop, largest) << "found in the same step as the photo was asked";
    window.workbench.undo();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.session().query_picture, "");
}

TEST_F(Faces, FewerComponentsKeepThePicture) {
    Window window(session());
    ASSERT_TRUE(window.settled());
    window.workbench.faces().ask_picture(file("eve", 2));
    ASSERT_TRUE(window.settled());
    window.set([](SessionState& state) { state.columns = "1-2"; });
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    EXPECT_EQ(view.data.dimension, 2);
    ASSERT_TRUE(view.query_picture);
    EXPECT_EQ(view.query.size(), 2u);
    EXPECT_EQ(view.neighbours.front().row, 8);
    window.workbench.query().pin_at_row(3);
    window.set([](SessionState& state) { state.columns = "1-3"; });
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(view.query_row, 3) << "the row is the same picture";
}

TEST_F(Faces, WhitenedThePictureIsStillItself) {
    Window window(session());
    ASSERT_TRUE(window.settled());
    window.workbench.faces().ask_picture(file("bob", 1));
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    const double second = view.neighbours[1].distance;
    const auto looks = picture_of(*view.pictures, view.query)->grey;
    window.set([](SessionState& state) { state.whiten = true; });
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(view.neighbours.front().row, 4);
    EXPECT_NEAR(view.neighbours.front().distance, 0, 1e-5);
    EXPECT_GT(std::abs(view.neighbours[1].distance - second), 1e-3);
    const auto still = picture_of(*view.pictures, view.query)->grey;
    for (std::size_t i = 0; i < looks.size(); ++i) EXPECT_NEAR(still[i], looks[i], 1) << "rebuilt from whitened numbers";
    EXPECT_NE(command_line(window.workbench.session()).find("--whiten"), std::string::npos);
    window.workbench.undo();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(view.neighbours[1].distance, second);
}

TEST_F(Faces, APictureThatIsCancelledLeavesTheOneBefore) {
    Window window(session());
    std::atomic<bool> waits = false;
    window.workbench.faces().set_finder([&](const faces::GreyPicture&) -> std::vector<faces::Face> {
        until([&] { return !waits; });
        return {};
    });
    ASSERT_TRUE(window.settled());
    window.workbench.faces().ask_picture(file("bob", 1));
    ASSERT_TRUE(window.settled());
    waits = true;
    window.workbench.faces().ask_picture(file("eve", 2));
    window.workbench.poll();
    window.workbench.cancel();
    waits = false;
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(window.workbench.session().query_picture, file("bob", 1));
    ASSERT_TRUE(window.workbench.view().query_picture);
    EXPECT_EQ(window.workbench.view().neighbours.front().row, 4);
}

TEST_F(Faces, AfterEnrolThePictureStaysInSightAndEyesAreNotLookedForAgain) {
    Window window(session());
    std::atomic<int> looked = 0;
    window.workbench.faces().set_finder([&](const faces::GreyPicture&) -> std::vector<faces::Face> {
        ++looked;
        return {};
    });
    ASSERT_TRUE(window.settled());
    window.workbench.faces().ask_picture(file("bob", 1));
    ASSERT_TRUE(window.settled());
    const int before = looked;
    ASSERT_GT(before, 0);
    window.workbench.faces().enrol("zoe");
    const auto& view = window.workbench.view();
    bool always = true;
    ASSERT_TRUE(window.until([&] {
        always = always && view.query_picture;
        return !window.workbench.busy() && view.data.count == 10;
    }));
    EXPECT_TRUE(always);
    EXPECT_EQ(looked, before);
    EXPECT_EQ(query_name(view), "1.pgm");
}

TEST_F(Faces, APersonIsEnrolledAndTakenOut) {
    Window window(session());
    ASSERT_TRUE(window.settled());
    std::filesystem::copy_file(file("bob", 1), folder_ / "stranger.pgm");
    window.workbench.faces().ask_picture(folder_ / "stranger.pgm", faces::Crop{2, 2, 5, 0});
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    EXPECT_GT(view.neighbours.front().distance, 1e-3);
    window.workbench.faces().enrol("zoe");
    ASSERT_TRUE(window.settled());
    ASSERT_FALSE(view.error) << view.error->title;
    EXPECT_EQ(view.data.count, 10);
    EXPECT_EQ(view.neighbours.front().row, 9);
    EXPECT_NEAR(view.neighbours.front().distance, 0, 1e-5);
    EXPECT_EQ(view.pictures->label()->text(9), "zoe");
    EXPECT_EQ(picture_of(*view.pictures, 9)->grey, view.query_picture->picture->grey);
    const SessionState kept = session_from_json(to_json(window.workbench.session()));
    ASSERT_EQ(kept.enrolled.size(), 1u);
    EXPECT_EQ(kept.enrolled.front().person, "zoe");
    EXPECT_EQ(window.workbench.undo_kind(), "enrol zoe");
    window.workbench.undo();
    ASSERT_TRUE(window.settled());
    EXPECT_EQ(view.data.count, 9);
    EXPECT_GT(view.neighbours.front().distance, 1e-3);
    window.workbench.redo();
    ASSERT_TRUE(window.settled());
    std::filesystem::remove(folder_ / "stranger.pgm");
    window.workbench.open_data("uniform:n=20");
    ASSERT_TRUE(window.settled());
    EXPECT_TRUE(window.workbench.session().enrolled.empty()) << "they belong to the gallery";
}

TEST_F(Faces, WhatIsNoPictureLeavesTheQuery) {
    Window window(session());
    ASSERT_TRUE(window.settled());
    std::ofstream(folder_ / "text.png") << "no picture";
    window.workbench.query().pin_at_row(7);
    ASSERT_TRUE(window.settled());
    window.workbench.faces().ask_picture(folder_ / "text.png");
    ASSERT_TRUE(window.settled());
    const ViewModel& view = window.workbench.view();
    ASSERT_TRUE(view.error);
    EXPECT_THAT(view.error->title, HasSubstr("text.png"));
    EXPECT_EQ(window.workbench.session().query_picture, "");
    EXPECT_EQ(view.query_row, 7);
    EXPECT_FALSE(view.neighbours.empty());
}

TEST_F(Faces, APictureNeedsAGallery) {
    Window window(host_session("uniform:n=50", "heap", 3));
    ASSERT_TRUE(window.settled());
    open_dropped(window.workbench, {file("bob", 1)});
    ASSERT_TRUE(window.settled());
    ASSERT_TRUE(window.workbench.view().error);
    EXPECT_THAT(window.workbench.view().error->title, HasSubstr("gallery"));
    EXPECT_EQ(window.workbench.session().data, "uniform:n=50");
}

TEST_F(Faces, AreEvaluatedInTheBackground) {
    Window window(session());
    ASSERT_TRUE(window.settled());
    window.workbench.faces().evaluate_gallery();
    ASSERT_TRUE(window.until([&] { return window.workbench.view().evaluation != nullptr; }));
    const faces::Evaluation& found = *window.workbench.view().evaluation;
    EXPECT_EQ(found.tested, 9);
    bool pixels = false;
    for (const faces::Accuracy& one : found.accuracy) pixels = pixels || one.features == faces::Features::pixels;
    EXPECT_TRUE(pixels);
    window.set([](SessionState& state) { state.columns = "1-2"; });
    ASSERT_TRUE(window.settled());
    EXPECT_FALSE(window.workbench.view().evaluation) << "it was of other components";
}

TEST_F(Faces, AreSavedAndOpenedAgain) {
    SessionState state = session();
    state.query_picture = file("ann", 0);
    state.query_crop = faces::Crop{3, 2.5, 4, -10};
    state.unknown_above = 3.25;
    const std::string path = folder_ / "session.json";
    save_session(state, path);
    EXPECT_EQ(load_session(path), state);
    EXPECT_THAT(command_line(state), HasSubstr("--query-crop 3,2.5,4,-10"));
}

}  // namespace
}  // namespace neighborscope
