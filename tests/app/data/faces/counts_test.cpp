// The CMU faces, leave-one-out: counts computed without this program.
#include "app/data/faces/evaluate.hpp"
#include "app/data/faces/person_names.hpp"

#include "tests/app/data/test_file.hpp"
#include "tests/sanitized.hpp"

namespace neighborscope::faces {
namespace {

Gallery faces_of_cmu() { return read_gallery_folder(samples_folder() + "/faces"); }

TEST(CmuFaces, LeaveOneOutFindsAsManyAsOthersFound) {
    if (test::watches_races) GTEST_SKIP() << "counts, not threads";
    Gallery gallery = faces_of_cmu();
    ASSERT_EQ(gallery.count(), 624);
    ASSERT_EQ(gallery.people.size(), 20u);
    ASSERT_EQ(gallery.size, (PictureSize{64, 60}));
    fit(gallery);
    const Evaluation found = evaluate(gallery, {.components = {8, 16, 32, 64}, .k = {1}});
    const auto right = [&](Features features, int components) {
        for (const Accuracy& each : found.accuracy)
            if (each.features == features && each.components == components && each.k == 1) return each.right;
        return std::int64_t(-1);
    };
    EXPECT_EQ(right(Features::pixels, 3840), 620);
    EXPECT_EQ(right(Features::components, 8), 616);
    EXPECT_EQ(right(Features::components, 16), 618);
    EXPECT_EQ(right(Features::components, 32), 620);
    EXPECT_EQ(right(Features::components, 64), 620);
    EXPECT_EQ(right(Features::whitened, 64), 618);
}

TEST(CmuFaces, InOneFolderHaveTheSamePeople) {
    std::vector<std::string> people, names;
    for (const std::string& file : files_of_folder(samples_folder() + "/faces")) {
        const std::filesystem::path path(file);
        if (path.extension() != ".pgm") continue;
        people.push_back(path.parent_path().filename());
        names.push_back(path.filename());
    }
    ASSERT_EQ(names.size(), 624u);
    EXPECT_EQ(people_of_names(names).person, people);
}

}  // namespace
}  // namespace neighborscope::faces
