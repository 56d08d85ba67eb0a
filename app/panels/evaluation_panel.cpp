// Evaluation of face recognition: each picture is a query among all others.
#include "app/data/faces/evaluate.hpp"
#include "app/data/files/natural_order.hpp"
#include "app/data/points/data_set.hpp"
#include "app/panels/panel.hpp"
#include "app/session/workbench/query_controls.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::panels {
namespace {

std::vector<std::pair<double, std::string>> percent_labels() { return {{0, "0"}, {0.5, "50"}, {1, "100\u202f%"}}; }

/// Accuracy of the nearest picture over the number of components.
Chart accuracy_chart(const faces::Evaluation& evaluation, int components) {
    Chart chart;
    chart.lines.resize(1);
    for (const faces::Accuracy& one : evaluation.accuracy)
        if (one.features == faces::Features::components && one.k == 1 && one.of > 0) {
            chart.lines.front().points.push_back({std::log2(one.components), double(one.right) / double(one.of)});
            chart.across.emplace_back(std::log2(one.components), text_of_count(one.components));
        }
    chart.to = std::max(1.0, std::log2(std::max(2, components)));
    chart.value = std::log2(components);
    chart.up = percent_labels();
    return chart;
}

Chart rank_chart(const faces::Evaluation& evaluation) {
    Chart chart;
    chart.from = 1, chart.to = faces::Evaluation::ranks;
    chart.lines.resize(1);
    for (int rank = 1; rank <= faces::Evaluation::ranks; ++rank) {
        chart.lines.front().points.push_back({double(rank), evaluation.rank[std::size_t(rank - 1)]});
        if (rank == 1 || rank % 5 == 0) chart.across.emplace_back(rank, text_of_count(rank));
    }
    chart.up = percent_labels();
    return chart;
}

/// Rates of rejected known faces and of accepted unknown faces over the limit.
Chart limit_chart(const faces::Evaluation& evaluation) {
    Chart chart;
    chart.lines = {{"known rejected", {}}, {"unknown accepted", {}}};
    for (const auto& limit : evaluation.nearest.all) {
        chart.lines[0].points.push_back({limit.distance, limit.known_refused});
        chart.lines[1].points.push_back({limit.distance, limit.unknown_accepted});
    }
    chart.to = evaluation.nearest.all.empty() ? 1 : std::max(1e-9, evaluation.nearest.all.back().distance);
    chart.name_round_numbers();
    chart.limit = evaluation.nearest.equal_error.distance;
    chart.up = percent_labels();
    return chart;
}

/// A row for each person: correct pictures, and the people predicted for the others.
Table confusion_table(const faces::Evaluation& evaluation, const std::vector<std::string>& people) {
    struct Line {
        std::string person, taken_for;
        std::int64_t right = 0, of = 0;
    };
    auto lines = std::make_shared<std::vector<Line>>();
    std::int32_t last = -1;
    for (const faces::Evaluation::Answer& each : evaluation.confusion) {
        if (lines->empty() || each.person != last) lines->push_back({people[std::size_t(each.person)], {}, 0, 0});
        last = each.person;
        Line& line = lines->back();
        line.of += each.count;
        if (each.answered == each.person) line.right = each.count;
        else
            line.taken_for += (line.taken_for.empty() ? "" : ", ") +
                              (each.answered < 0 ? "unknown person" : people[std::size_t(each.answered)]) +
                              (each.count > 1 ? " ×" + text_of_count(each.count) : "");
    }
    std::stable_sort(lines->begin(), lines->end(), [](const Line& a, const Line& b) {
        const std::int64_t wrong = a.of - a.right, others = b.of - b.right;
        return wrong != others ? wrong > others : natural_less(a.person, b.person);
    });
    Table table;
    table.columns = {{"person", {}, true, 70}, {"right", "Pictures whose nearest other picture shows the same person", false, 62},
        {"mistaken for", "The people that the other pictures are mistaken for", true, 0}};
    table.count = std::int64_t(lines->size());
    table.cell = [lines](std::int64_t row, int column) {
        const Line& line = (*lines)[std::size_t(row)];
        return Table::Cell{column == 0   ? line.person
                           : column == 1 ? text_of_count(line.right) + " of " + text_of_count(line.of)
                                         : line.taken_for};
    };
    return table;
}

Table wrong_table(const Context& context, const std::shared_ptr<const faces::Evaluation>& evaluation) {
    const auto pictures = context.view.pictures;
    Table table;
    table.columns = {{"picture", {}, true, 52}, {"person", {}, true, 0}, {"nearest", {}, true, 52}, {"person", {}, true, 0}};
    table.picture_height = 32;
    table.count = std::int64_t(evaluation->wrong.size());
    table.cell = [evaluation, pictures](std::int64_t row, int column) {
        const auto& wrong = evaluation->wrong[std::size_t(row)];
        const std::int64_t which = column < 2 ? wrong.picture : wrong.nearest;
        Table::Cell cell;
        if (column % 2 == 0) cell.picture = picture_of(*pictures, which);
        cell.text = column % 2 == 0 ? pictures->gallery->files[std::size_t(which)] : pictures->label()->text(which);
        return cell;
    };
    table.help = [evaluation, pictures](std::int64_t row) {
        const auto& wrong = evaluation->wrong[std::size_t(row)];
        const auto& files = pictures->gallery->files;
        return files[std::size_t(wrong.picture)] + "\nnearest: " + files[std::size_t(wrong.nearest)];
    };
    table.select = [&workbench = context.workbench, evaluation](std::int64_t row) {
        if (row >= 0) workbench.query().pin_at_row(evaluation->wrong[std::size_t(row)].picture);
    };
    table.empty = "No errors: every nearest picture shows the same person";
    return table;
}

}  // namespace

Panel evaluation_panel(const Context& context) {
    const ViewModel& view = context.view;
    const bool split = view.evaluation && view.evaluation->split;
    Panel panel{"evaluation", "Evaluation", {}, {}, {}};
    const faces::Gallery* gallery = gallery_of(view);
    panel.actions = {button_of(context.commands, "data.evaluate", "Leave one out"),
        button_of(context.commands, "data.evaluate_split", split ? "Next split" : "Split"),
        button_of(context.commands, "data.export_evaluation", "Export…", "export")};
    panel.shown = gallery && view.pictures->label() && !view.stepping.open && (context.wide || view.evaluation);
    if (!panel.shown) return panel;
    if (!view.evaluation) {
        panel.rows.push_back({"evaluation.why", {}, {},
            Text{"Searches for each picture among all others. How often does the nearest one show the same person?", Tone::second}});
        return panel;
    }
    const faces::Evaluation& found = *view.evaluation;
    const std::string pictures = text_of_amount(found.tested, "picture", "pictures");
    panel.rows.push_back({"evaluation.way", {}, {},
        Text{split ? "Split with seed " + text_of_count(std::int64_t(*found.split)) + ": " + pictures +
                         ", half of each person's, each searched for among the other half"
                   : pictures + ", each searched for among all others",
            Tone::second}});
    const int components = view.data.dimension;
    for (const faces::Accuracy& one : found.accuracy)
        if (one.k == 1 && one.of > 0 && (one.features != faces::Features::components || one.components == components) &&
            (one.features != faces::Features::whitened || one.components == components))
            panel.rows.push_back({"evaluation." + std::string(faces::name_of(one.features)),
                one.features == faces::Features::pixels
                    ? "pixel by pixel"
                    : text_of_count(one.components) + (!gallery->projects()                           ? " numbers"
                                                          : one.features == faces::Features::whitened ? " components, whitened"
                                                                                                      : " components"),
                "How often the nearest other picture shows the same person",
                Share{text_of_count(one.right) + " of " + text_of_count(one.of), double(one.right) / double(one.of)}});
    if (gallery->projects()) {
        panel.rows.push_back({"evaluation.chart.title", {}, {}, Text{"right, by number of components", Tone::second}});
        panel.rows.push_back({"evaluation.chart", "Share that is right, by components", {}, accuracy_chart(found, components)});
    }
    panel.rows.push_back({"evaluation.rank.title", {}, {}, Text{"right person among the first 1 to 10", Tone::second}});
    panel.rows.push_back({"evaluation.rank", "Cumulative match characteristic", "Cumulative match characteristic, CMC", rank_chart(found)});
    panel.rows.push_back({"evaluation.limits.title", {}, {},
        Text{"error rates by the limit on the nearest distance; equal error rate " + text_of_percent(found.nearest.equal_error_rate()) +
                 " at " + text_of_decimals(found.nearest.equal_error.distance, 2),
            Tone::second}});
    panel.rows.push_back({"evaluation.limits", "Known faces rejected and unknown faces accepted",
        "Unknown faces: the pictures of each person, searched for in a gallery without that person", limit_chart(found)});
    panel.rows.push_back({"evaluation.confusion", "Confusion by person", {}, confusion_table(found, gallery->people)});
    panel.rows.push_back({"evaluation.wrong", "Wrong answers", {}, wrong_table(context, view.evaluation)});
    return panel;
}

}  // namespace neighborscope::panels
