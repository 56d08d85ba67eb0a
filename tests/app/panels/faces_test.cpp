// Tests the panels of a gallery of faces.
#include "app/data/faces/evaluate.hpp"
#include "app/data/faces/gallery.hpp"
#include "app/data/points/data_set.hpp"
#include "tests/app/panels/described.hpp"

#include <numeric>

namespace neighborscope::panels {
namespace {

/// Four pictures of 1 x 2 pixels by two people.
std::shared_ptr<const DataSet> small_gallery() {
    faces::Gallery gallery;
    gallery.size = {2, 1};
    gallery.pictures = {0, 0, 0.1f, 0.1f, 1, 1, 0.9f, 0.9f};
    gallery.files = {"a1", "a2", "b1", "b2"};
    gallery.person = {0, 0, 1, 1};
    gallery.people = {"ann", "bob"};
    faces::fit(gallery);
    gallery.face_space = {0, 1, 2, 3};
    return std::make_shared<const DataSet>(faces::gallery_to_data(std::move(gallery)));
}

class DescribedFaces : public Described {
protected:
    DescribedFaces() {
        view.data.loaded = true;
        view.data.dimension = 1;
        view.pictures = small_gallery();
        view.query = {view.pictures->coordinate(2, 0)};
        view.query_row = 2;
        view.neighbours = rows_of({{2, 0.0}, {3, 0.5}, {1, 1.0}});
    }
};

TEST_F(DescribedFaces, ThePictureItsNumbersAndItsDistance) {
    const Panel panel = this->panel("face_space");
    const Pictures* pictures = row<Pictures>(panel, "face_space.pictures");
    ASSERT_TRUE(pictures && pictures->pictures.size() == 2);
    EXPECT_EQ(pictures->pictures[0].picture->grey, (std::vector<std::uint8_t>{255, 255}));
    EXPECT_EQ(pictures->pictures[1].caption, "1 component");
    const Number* components = row<Number>(panel, "face_space.components");
    ASSERT_TRUE(components);
    EXPECT_EQ(components->change("3", false), "this gallery has 1 to 2 components");
    const Chart* chart = row<Chart>(panel, "face_space.histogram");
    ASSERT_TRUE(chart && chart->value && chart->limit && chart->move_limit);
    EXPECT_EQ(*chart->value, 2);
    EXPECT_EQ(std::accumulate(chart->bars.begin(), chart->bars.end(), 0.0), 4);
    EXPECT_EQ(row<Text>(panel, "face_space.verdict")->tone, Tone::exact);
    EXPECT_EQ(row<Number>(panel, "face_space.limit")->change("-1", false), "a distance must be a number, 0 or more");
    session.unknown_above = 1.5;
    EXPECT_EQ(row<Text>(this->panel("face_space"), "face_space.verdict")->tone, Tone::warning);
    EXPECT_EQ(row<Text>(this->panel("votes"), "votes.who")->text, "Unknown, most like bob");
}

TEST_F(DescribedFaces, NeighboursVote) {
    Panel panel = this->panel("votes");
    EXPECT_EQ(panel.fact, "2 votes") << "the query has none";
    EXPECT_EQ(row<Text>(panel, "votes.who")->text, "bob");
    EXPECT_EQ(row<Share>(panel, "votes.0")->text, "1 of 2");
    view.neighbours = rows_of({{3, 0.25}, {1, 1.0}, {0, 1.0}});
    EXPECT_EQ(row<Text>(this->panel("votes"), "votes.who")->text, "ann");
    session.vote = Voting::distance;
    EXPECT_EQ(row<Text>(this->panel("votes"), "votes.who")->text, "bob");
}

TEST_F(DescribedFaces, OthersHaveNoneOfThesePanels) {
    view.pictures.reset();
    for (const char* id : {"face_space", "votes", "eigenfaces", "evaluation"}) EXPECT_FALSE(panel(id).shown) << id;
}

TEST_F(DescribedFaces, EigenfacesWithTheMean) {
    const Panel panel = this->panel("eigenfaces");
    const Pictures* pictures = row<Pictures>(panel, "eigenfaces.pictures");
    ASSERT_TRUE(pictures && pictures->pictures.size() == 2);
    EXPECT_EQ(pictures->pictures[0].picture->grey, (std::vector<std::uint8_t>{128, 128}));
    EXPECT_EQ(pictures->pictures[1].picture->grey, (std::vector<std::uint8_t>{255, 255}));
}

TEST_F(DescribedFaces, TheEvaluationInChartsAndItsWrongOnes) {
    EXPECT_FALSE(row<Chart>(panel("evaluation"), "evaluation.chart")) << "before it was asked for";
    auto evaluation = std::make_shared<faces::Evaluation>();
    evaluation->accuracy = {{faces::Features::components, 1, 1, 3, 4}};
    evaluation->wrong = {{0, 2}};
    evaluation->nearest.all = {{0, 1, 0}, {2, 0, 1}};
    view.evaluation = evaluation;
    const Panel panel = this->panel("evaluation");
    EXPECT_EQ(row<Share>(panel, "evaluation.components")->text, "3 of 4");
    const Table* wrong = row<Table>(panel, "evaluation.wrong");
    ASSERT_TRUE(wrong && wrong->count == 1);
    EXPECT_TRUE(wrong->cell(0, 0).picture);
    EXPECT_EQ(wrong->cell(0, 1).text, "ann");
    EXPECT_EQ(wrong->cell(0, 3).text, "bob");
}

}  // namespace
}  // namespace neighborscope::panels
