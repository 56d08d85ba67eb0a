// Tests that tooltips explain the terms that panels show, and that panels show no term that the glossary lacks.
#include "app/glossary/glossary.hpp"
#include "app/panels/sheets.hpp"
#include "app/session/workbench/class_controls.hpp"
#include "app/session/workbench/comparing_controls.hpp"
#include "app/session/workbench/curve_controls.hpp"
#include "app/session/workbench/edit_controls.hpp"
#include "app/session/workbench/face_controls.hpp"
#include "app/session/workbench/inspecting_controls.hpp"
#include "app/session/workbench/moving_controls.hpp"
#include "app/session/workbench/race_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"
#include "app/session/workbench/timing_controls.hpp"
#include "tests/app/panels/described.hpp"
#include "tests/patience.hpp"
#include "tests/temporary_folder.hpp"

#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <sstream>

namespace neighborscope::panels {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

/// Words that need no explanation: everyday language, keys and units, and names of persons and columns in the samples.
const std::set<std::string>& everyday_words() {
    static const std::set<std::string> words = [] {
        std::istringstream text(R"(
accepted across add added against all along and answers are as at axes axis back being beside best by bytes camera change clear
changed colour columns command compared compares copy counted cross curves data decision description did differ edit edits end
entries evaluation event every exclude executed export faces far farthest fault final find first follow for formula found from
go hand happened have health heights history hotspots how in is it its itself known last lead least length limit linear lines
list lists loop lower many marked mean measure method methods mistaken mitchell moon most mouse ms nearest new next night
number numbers of only open or order own person petal picture pictures pinned pixel play point points predicted previous
random reached rejected remove removed right sampled samples save scale selected sepal setosa share show side sizes so species speed state
swap takes that the their theirs them they this time times timings to true try undo unknown up upper values versicolor virginica
what where who why width with write wrong)");
        std::set<std::string> found;
        for (std::string word; text >> word;) found.insert(word);
        return found;
    }();
    return words;
}

/// Words in lower case; single letters, numbers, and names with hyphens (of methods and options) are left out.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        const auto letter = static_cast<unsigned char>(c);
        if (letter < 0x80 && (std::isalnum(letter) || c == '-')) words.back() += char(std::tolower(letter));
        else if (!words.back().empty()) words.emplace_back();
    }
    std::erase_if(words, [](const std::string& word) {
        return word.size() < 2 || word.find('-') != std::string::npos || word.find_first_of("0123456789") != std::string::npos;
    });
    return words;
}

/// A workbench, and the words of its panels that are neither terms nor everyday language, each with a place where it stands.
class Walk {
public:
    Walk(std::map<std::string, std::string>& unknown, const std::string& data) : workbench(session_of(data), [] {}), unknown_(unknown) {
        add_standard_commands(commands, workbench, {});
        EXPECT_TRUE(measured());
    }

    static SessionState session_of(const std::string& data) {
        SessionState state;
        state.data = data;
        state.device = "host";
        return state;
    }
    void until(const std::function<bool(const ViewModel&)>& done) {
        EXPECT_TRUE(neighborscope::until(workbench, [&] { return done(workbench.view()); }));
        look();
    }
    bool measured() {
        until([this](const ViewModel& view) { return !workbench.busy() && view.timings.runs >= 3 && !view.timings.previous; });
        return !workbench.view().error;
    }
    void change(const std::function<void(SessionState&)>& edit) {
        workbench.change(edit);
        EXPECT_TRUE(measured());
    }
    void look() {
        for (const bool wide : {false, true})
            for (const PanelInfo& info : all_panels()) {
                const Panel panel = info.describe({workbench, commands, state, workbench.view(), workbench.session(), wide});
                if (panel.shown) look_at(panel);
            }
    }

    Workbench workbench;
    Commands commands;
    PanelState state;

private:
    void look_at(const Panel& panel) {
        look_at(panel.id, panel.title);
        for (const Row& row : panel.rows) {
            const MethodInfo* const method = workbench.view().info_of(workbench.session().method);
            const bool option = method && std::any_of(method->options.begin(), method->options.end(),
                                              [&](const OptionSpec& one) { return one.name == row.label; });
            if (!option && !std::holds_alternative<Facts>(row.what)) look_at(row.id, row.label);  // options are explained by their helps
            if (const auto* facts = std::get_if<Facts>(&row.what); facts && !facts->foldable)
                for (const auto& [name, value] : facts->facts) look_at(row.id, name);
            if (const auto* chart = std::get_if<Chart>(&row.what)) {
                look_at(row.id, chart->caption);
                for (const Chart::Line& line : chart->lines) look_at(row.id, line.name);
                for (const auto& [at, label] : chart->across) look_at(row.id, label);
                for (const auto& [at, label] : chart->up) look_at(row.id, label);
            }
            if (const auto* choice = std::get_if<Choice>(&row.what); choice && choice->look == Choice::Look::segments)
                for (const Choice::Item& item : choice->items) look_at(row.id, item.text);
            if (const auto* buttons = std::get_if<Buttons>(&row.what))
                for (const Button& button : buttons->buttons) look_at(row.id, button.label);
            if (const auto* table = std::get_if<Table>(&row.what))
                for (const Table::Column& column : table->columns) look_at(row.id, column.title);
        }
    }
    void look_at(const std::string& place, const std::string& label) {
        std::string names;  // of the terms in the label
        for (const Term* const term : terms_in(label)) names += std::string(term->name) + " " + std::string(term->other_names) + " ";
        const std::vector<std::string> in_terms = words_of(names);
        const auto is_in_terms = [&](const std::string& word) {
            return std::any_of(in_terms.begin(), in_terms.end(), [&](const std::string& one) { return word == one || word == one + "s"; });
        };
        for (const std::string& word : words_of(label))
            if (!everyday_words().contains(word) && !find_term(word) && !is_in_terms(word)) unknown_.emplace(word, place + ": " + label);
    }
    std::map<std::string, std::string>& unknown_;
};

/// The words of the data sets' panels that need an explanation and have none.
class Terms : public ::testing::Test {
protected:
    void TearDown() override {
        for (const auto& [word, place] : unknown_)
            ADD_FAILURE() << "\"" << word << "\" in " << place
                          << " is no term of app/glossary/terms.cpp, nor an everyday word of this test";
    }
    std::map<std::string, std::string> unknown_;
};

TEST_F(Terms, OfMethodsStepsRacesAndTicksAreKnown) {
    Walk window(unknown_, "hotspots:n=300,speed=400");
    for (const char* method : {"quadtree-cached", "quadtree-coalesced", "leaf-warp", "ivf", "flat", "ppw", "quicksort", "heap"})
        window.change([&](SessionState& state) { state.method = method; });
    window.workbench.timings().freeze(true);
    window.change([](SessionState& state) { state.k = 5, state.metric = Metric::manhattan; });
    window.workbench.timings().freeze(false);
    window.change([](SessionState& state) { state.method = "quadtree-cached", state.cells = CellsShown::work; });
    window.workbench.stepping().open(true);
    window.until([](const ViewModel& view) { return view.stepping.ready; });
    window.workbench.stepping().go_to(5);
    window.look();
    window.workbench.race().add("ppw");
    window.until([](const ViewModel& view) { return view.race.ready; });
    window.workbench.stepping().open(false);
    EXPECT_TRUE(window.measured());
    window.workbench.race().end();
    window.workbench.moving().go_to_tick(1);
    window.until([](const ViewModel& view) { return view.moving.tick == 1; });
    EXPECT_TRUE(window.measured());
    window.change([](SessionState& state) { state.chart = ChartShown::roofline; });
}

TEST_F(Terms, OfManyDimensionsClassesCurvesAndEditsAreKnown) {
    Walk window(unknown_, "sample:iris");
    window.change([](SessionState& state) { state.projection = "2,4", state.misclassified = true; });
    window.until([](const ViewModel& view) { return view.classes.leave_one_out && !view.classes.is_classifying; });
    window.change([](SessionState& state) { state.chart = ChartShown::curves, state.curve_along = "k=1:4"; });
    window.workbench.curves().measure();
    window.until([](const ViewModel& view) { return !view.curves.running; });
    window.change([](SessionState& state) { state.curve_quantity = CurveQuantity::recall; });
    Walk points(unknown_, "sample:two-moons");
    points.workbench.edits().use_mouse(true);
    points.look();
}

TEST_F(Terms, OfListsIndexesAndFacesAreKnown) {
    const test::TemporaryFolder folder;
    std::string themselves = "query,rank,index,distance\n";  // each point finds itself
    for (int row = 0; row < 300; ++row) themselves += std::to_string(row) + ",1," + std::to_string(row) + ",0\n";
    Walk lists(unknown_, "hotspots:n=300");
    lists.workbench.comparing().compare(folder.write("lists.csv", themselves));
    lists.until([](const ViewModel& view) { return view.comparing.lists != nullptr; });
    for (const char* index : {"sample:island", "sample:norms"}) {
        Walk window(unknown_, index);
        window.workbench.inspecting().open(true);
        window.workbench.inspecting().inspect(true);
        window.until([](const ViewModel& view) { return view.inspecting.inspection && !view.inspecting.running; });
    }
    Walk faces(unknown_, "sample:faces");
    faces.workbench.faces().evaluate_gallery();
    faces.until([](const ViewModel& view) { return view.evaluation != nullptr; });
}

TEST_F(Described, TooltipsExplainTitlesLabelsSentencesFactsChartsAndColumns) {
    Panel panel{"one", "Inverted lists", {}, {}, {}};
    panel.rows = {{"one.number", "recall", "of this query", Number{}}, {"one.text", {}, {}, Text{"The warp visits a leaf near the query."}},
        {"one.facts", {}, {}, Facts{{{"median", "1"}, {"File", "a"}}}}, {"one.chart", {}, {}, Chart{}}, {"one.table", "Hubs", {}, Table{}},
        {"one.way", "way", {},
            Choice{{{"inner product", "The sum of the products of coordinates", {}, {}}, {"cosine", {}, {}, {}}}, 0, {}}}};
    std::get<Chart>(panel.rows[3].what).lines = {{"pivot", {{0, 0}}}};
    std::get<Table>(panel.rows[4].what).columns = {{"probes", {}}};
    explain_terms(panel);
    EXPECT_EQ(panel.help, explanation_of(*find_term("inverted list")));
    EXPECT_EQ(panel.rows[0].help, "of this query\n" + explanation_of(*find_term("recall")));
    EXPECT_EQ(panel.rows[1].help, explanation_of(*find_term("warp")) + "\n" + explanation_of(*find_term("leaf")));
    EXPECT_EQ(std::get<Facts>(panel.rows[2].what).helps, (std::vector<std::string>{explanation_of(*find_term("median")), ""}));
    EXPECT_EQ(panel.rows[3].help, explanation_of(*find_term("pivot")));
    EXPECT_EQ(std::get<Table>(panel.rows[4].what).columns[0].help, explanation_of(*find_term("probe")));
    EXPECT_EQ(panel.rows[4].help, "") << "the label of a table is not shown";
    EXPECT_EQ(std::get<Choice>(panel.rows[5].what).items[0].help, "The sum of the products of coordinates") << "says it already";
    EXPECT_EQ(std::get<Choice>(panel.rows[5].what).items[1].help, explanation_of(*find_term("cosine distance")));
}

TEST_F(Described, PanelsOfAWindowHaveTheirTermsExplained) {
    DescribedPanels described;
    for (std::size_t i = 0; i < all_panels().size(); ++i) {
        if (all_panels()[i].id != std::string("exactness")) continue;
        described.refresh(i, {workbench, commands, state, view, session});
        EXPECT_THAT(described.of(i).help, StartsWith("Exact: "));
    }
}

TEST_F(Described, TheGlossaryIsASheetThatFindsTermsByTheirWords) {
    const Sheet sheet = glossary_sheet();
    const auto headings = [&] {
        std::string names;
        const Panel panel = sheet();
        for (const Prose::Span& one : row<Prose>(panel, "glossary.terms")->spans)
            if (one.style == Prose::Style::strong) names += one.text.substr(one.text.find_first_not_of('\n')) + ",";
        return names;
    };
    const auto only_text_of_terms = [&] {
        const Panel panel = sheet();
        return row<Prose>(panel, "glossary.terms")->text();
    };
    EXPECT_THAT(headings(), HasSubstr("ef,eigenface,"));
    const Panel all = sheet();
    const Number* find = row<Number>(all, "glossary.find");
    ASSERT_TRUE(find);
    EXPECT_EQ(find->change("Morton letters", true), "");
    EXPECT_EQ(headings(), "Morton order,");
    EXPECT_EQ(row<Number>(sheet(), "glossary.find")->value, "Morton letters");
    find->change("recall", false);
    EXPECT_THAT(headings(), StartsWith("recall,")) << "it is called so; others have the word in their explanations";
    EXPECT_THAT(headings(), HasSubstr("ceiling,"));
    find->change("nothing of the kind", false);
    EXPECT_EQ(headings(), "");
    EXPECT_EQ(only_text_of_terms(), "No term has all these words.");
    EXPECT_TRUE(std::holds_alternative<Buttons>(sheet().rows.back().what));
}

}  // namespace
}  // namespace neighborscope::panels
