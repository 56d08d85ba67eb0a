#include "app/command_line/classify_report.hpp"

#include "app/command_line/console.hpp"
#include "app/command_line/report.hpp"
#include "app/command_line/table.hpp"
#include "app/data/points/row_conditions.hpp"
#include "app/data/save/csv_text.hpp"

#include <algorithm>
#include <cstdio>

namespace neighborscope::shell {
namespace {

using Align = Table::Align;

constexpr std::size_t shown_classes = 40, confused_shown = 20;

std::string percent_text(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f %%", 100 * share);
    return text;
}

std::string rows_text(std::int64_t rows) { return std::to_string(rows) + (rows == 1 ? " row" : " rows"); }

/// Counts the correctly classified rows of each class.
std::vector<std::int64_t> right_of(const ClassifyReport& report) {
    std::vector<std::int64_t> right(report.classes.names.size(), 0);
    for (const Confusion& pair : report.confusion)
        if (pair.of == pair.predicted) right[std::size_t(pair.of)] = pair.count;
    return right;
}

std::size_t of_training(const Classes& classes) {
    return std::size_t(std::count_if(classes.in_training.begin(), classes.in_training.end(), [](std::int64_t rows) { return rows > 0; }));
}

/// Describes unusual classes: a single one, and those that no neighbour has.
std::string remarks_text(const ClassifyReport& report) {
    const Classes& classes = report.classes;
    std::string text;
    if (of_training(classes) == 1) text += "the training set has only one class: every vote is for it\n";
    std::int64_t rows = 0, unknown = 0;
    std::string names;
    for (std::size_t i = 0; i < classes.names.size(); ++i) {
        if (classes.in_training[i] > 0) continue;
        rows += classes.in_test[i];
        if (++unknown <= 8) names += (names.empty() ? "" : ", ") + printable(classes.names[i]);
    }
    if (unknown > 8) names += ", and " + std::to_string(unknown - 8) + " more";
    if (unknown > 0)
        text += rows_text(rows) + " of " + (unknown == 1 ? "a class" : std::to_string(unknown) + " classes") +
                " that the training set does not have (" + names + ") cannot be classified correctly\n";
    return text;
}

std::string heading_text(const ClassifyReport& report) {
    const auto set_text = [](const DataSet& data) {
        return printable(data.name) + ": " + rows_text(data.count()) + ", " + std::to_string(data.dimension) +
               (data.dimension == 1 ? " feature" : " features");
    };
    const std::size_t classes = of_training(report.classes);
    std::string text =
        "training " + set_text(report.training) + ", " + std::to_string(classes) + (classes == 1 ? " class\n" : " classes\n");
    if (report.training.filter) text += "votes    " + filter_text(report.training) + "\n";
    text += "test     " +
            (report.leave_one_out ? "each of these rows, classified by all others"
                                  : set_text(report.test) + (report.judged() ? "" : ", without labels")) +
            "\n";
    text += "features " +
            (!report.standardised ? std::string("plain, as in the file")
                                  : "standardised: mean 0 and standard deviation 1 in the training set" +
                                        (report.constant > 0 ? "; " + std::to_string(report.constant) +
                                                                   (report.constant == 1 ? " feature that " : " features that ") +
                                                                   (report.constant == 1 ? "does" : "do") + " not vary became 0"
                                                             : std::string())) +
            "\n";
    text += "method   " + method_text(*report.method, report.chosen) + ", " + std::string(name(report.metric)) + ", on " +
            report.device.name + (report.method->info.supports.approximate ? "; approximate: it may miss neighbours" : "") + "\n";
    constexpr std::string_view weights[] = {"majority: each neighbour has one vote", "rank: a vote has weight 1 / rank",
        "distance: a vote has weight 1 / distance; neighbours at distance 0 vote alone"};
    return text + "vote     " + std::string(weights[int(report.voting)]) + "; in a tie the class with the nearest neighbour wins\n" +
           remarks_text(report) + "\n";
}

std::string accuracy_text(const ClassifyReport& report) {
    Table table;
    table.column("k");
    table.column("correct");
    table.column("of");
    table.column("accuracy");
    const std::int64_t total = report.asked().count();
    for (std::size_t i = 0; i < report.ks.size(); ++i)
        table.row({std::to_string(report.ks[i]), std::to_string(report.correct[i]), std::to_string(total),
            percent_text(double(report.correct[i]) / double(total))});
    return table.text();
}

std::string classes_text(const ClassifyReport& report) {
    const Classes& classes = report.classes;
    const std::vector<std::int64_t> right = right_of(report);
    Table table;
    table.column("class", Align::left);
    table.column("training");
    table.column("test");
    table.column("correct");
    table.column("recall");
    for (std::size_t i = 0; i < std::min(shown_classes, classes.names.size()); ++i)
        table.row({printable(classes.names[i]), std::to_string(classes.in_training[i]), std::to_string(classes.in_test[i]),
            std::to_string(right[i]), classes.in_test[i] == 0 ? "-" : percent_text(double(right[i]) / double(classes.in_test[i]))});
    std::string text = table.text();
    if (classes.names.size() > shown_classes)
        text += std::to_string(classes.names.size() - shown_classes) + " more classes; --json has them all\n";
    std::vector<Confusion> wrong;
    for (const Confusion& pair : report.confusion)
        if (pair.of != pair.predicted) wrong.push_back(pair);
    if (wrong.empty()) return text;
    std::stable_sort(wrong.begin(), wrong.end(), [](const Confusion& a, const Confusion& b) { return a.count > b.count; });
    Table confused;
    confused.column("class", Align::left);
    confused.column("predicted", Align::left);
    confused.column("rows");
    for (std::size_t i = 0; i < std::min(confused_shown, wrong.size()); ++i)
        confused.row({printable(classes.names[std::size_t(wrong[i].of)]), printable(classes.names[std::size_t(wrong[i].predicted)]),
            std::to_string(wrong[i].count)});
    text += "\n" + confused.text();
    if (wrong.size() > confused_shown) text += std::to_string(wrong.size() - confused_shown) + " more pairs; --json has them all\n";
    return text;
}

/// Returns how often each class was predicted, for rows without labels.
std::string predicted_text(const ClassifyReport& report) {
    std::vector<std::int64_t> rows(report.classes.names.size(), 0);
    for (const std::int32_t predicted : report.predictions.of_query) ++rows[std::size_t(predicted)];
    Table table;
    table.column("predicted", Align::left);
    table.column("rows");
    for (std::size_t i = 0; i < std::min(shown_classes, rows.size()); ++i)
        table.row({printable(report.classes.names[i]), std::to_string(rows[i])});
    std::string text = table.text();
    if (rows.size() > shown_classes) text += std::to_string(rows.size() - shown_classes) + " more classes; --out has all rows\n";
    return text;
}

std::string phases_text(const ClassifyReport& report) {
    Table table;
    table.column("phase", Align::left);
    table.column("ms");
    double longest = 0;
    for (const PhaseTime& phase : report.phases) longest = std::max(longest, phase.milliseconds);
    for (const PhaseTime& phase : report.phases) table.row({phase.name, number_text(phase.milliseconds, longest, 5)});
    return table.text();
}

}  // namespace

std::string text_of(const ClassifyReport& report) {
    const std::string of_k = "k = " + std::to_string(report.k);
    if (!report.judged()) return heading_text(report) + of_k + "\n" + predicted_text(report) + "\n" + phases_text(report);
    const std::string which = report.ks.size() > 1 ? "for " + of_k + ", the smallest k with the best accuracy:\n" : "";
    return heading_text(report) + accuracy_text(report) + "\n" + which + classes_text(report) + "\n" + phases_text(report);
}

Json json_of(const ClassifyReport& report) {
    const Classes& classes = report.classes;
    const std::int64_t total = report.asked().count();
    const auto share = [](std::int64_t part, std::int64_t of) { return of == 0 ? Json() : Json(double(part) / double(of)); };
    Json per_class = Json::array(), unknown = Json::array(), confusion = Json::array(), curve = Json::array(), phases = Json::array();
    const std::vector<std::int64_t> right = right_of(report);
    for (std::size_t i = 0; i < classes.names.size(); ++i) {
        Json entry{{"class", classes.names[i]}, {"training", classes.in_training[i]}};
        entry["test"] = report.judged() ? Json(classes.in_test[i]) : Json();
        entry["correct"] = report.judged() ? Json(right[i]) : Json();
        entry["recall"] = share(right[i], classes.in_test[i]);
        per_class.push_back(std::move(entry));
        if (classes.in_training[i] == 0) unknown.push_back({{"class", classes.names[i]}, {"count", classes.in_test[i]}});
    }
    for (const Confusion& pair : report.confusion)
        confusion.push_back({{"class", classes.names[std::size_t(pair.of)]}, {"predicted", classes.names[std::size_t(pair.predicted)]},
            {"count", pair.count}});
    Json correct;
    for (std::size_t i = 0; i < report.correct.size(); ++i) {
        curve.push_back(
            {{"k", report.ks[i]}, {"correct", report.correct[i]}, {"total", total}, {"accuracy", share(report.correct[i], total)}});
        if (report.ks[i] == report.k) correct = report.correct[i];
    }
    for (const PhaseTime& phase : report.phases) phases.push_back({{"name", phase.name}, {"milliseconds", phase.milliseconds}});
    Json json{
        {"train", data_json(report.training)},
        {"test", report.leave_one_out ? Json() : data_json(report.test)},
        {"leave_one_out", report.leave_one_out},
        {"features", report.standardised ? "standardised" : "plain"},
        {"device", std::string(name(report.device.kind))},
        {"device_name", report.device.name},
        {"method", std::string(report.method->info.name)},
        {"approximate", report.method->info.supports.approximate},
        {"options", options_json(report.options)},
        {"metric", std::string(name(report.metric))},
        {"vote", std::string(name(report.voting))},
        {"k", report.k},
        {"correct", correct},
        {"total", total},
        {"accuracy", correct.is_null() ? Json() : share(correct.get<std::int64_t>(), total)},
        {"classes", per_class},
        {"classes_not_in_training", unknown},
        {"confusion", confusion},
        {"curve", curve},
        {"phases", phases},
    };
    if (report.judged()) return json;
    json["predictions"] = Json::array();
    for (const std::int32_t predicted : report.predictions.of_query) json["predictions"].push_back(classes.names[std::size_t(predicted)]);
    return json;
}

std::string predictions_csv(const ClassifyReport& report) {
    const Classes& classes = report.classes;
    std::string text = report.judged() ? "row,predicted,share,label\n" : "row,predicted,share\n";
    for (std::size_t row = 0; row < report.predictions.of_query.size(); ++row) {
        append_number(text, report.asked().file_row(std::int64_t(row)));
        text += ',';
        append_field(text, classes.names[std::size_t(report.predictions.of_query[row])]);
        text += ',';
        append_number(text, report.predictions.share[row]);
        if (report.judged()) {
            text += ',';
            append_field(text, classes.names[std::size_t(classes.of_test[row])]);
        }
        text += '\n';
    }
    return text;
}

}  // namespace neighborscope::shell
