// Classification of the query by the votes of its neighbours, decision regions, and leave-one-out classification.
#include "app/data/points/data_set.hpp"
#include "app/panels/panel.hpp"
#include "app/panels/votes_bar.hpp"
#include "app/session/workbench/class_controls.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neighborscope::panels {
namespace {

/// The voting neighbours, by rank: all but the query's own row.
struct Voters {
    std::vector<const NeighbourRow*> rows;
    std::vector<std::int32_t> classes;  ///< of each
    std::vector<double> weights;        ///< [voters] weight of the vote; the sum is 1
    std::vector<VoteCounter::ClassVotes> class_votes;
};

Voters voters_of(const ViewModel& view, Voting voting) {
    Voters voters;
    const std::vector<std::int32_t>& classes = view.classes.classes->of_training;
    VoteCounter all(voting);
    bool same = false;
    for (const NeighbourRow& row : view.neighbours) {
        if (row.file_row == view.query_row || row.row < 0 || row.row >= std::ssize(classes)) continue;
        voters.rows.push_back(&row);
        voters.classes.push_back(classes[std::size_t(row.row)]);
        all.add(voters.classes.back(), row.distance);
        same = same || row.distance == 0;
    }
    voters.class_votes = all.class_votes();
    double sum = 0;
    for (std::size_t i = 0; i < voters.rows.size(); ++i) {
        VoteCounter one(voting);  // counts only its vote
        if (voting == Voting::rank) voters.weights.push_back(1 / double(i + 1));
        else if (voting == Voting::distance && same && voters.rows[i]->distance > 0) voters.weights.push_back(0);
        else one.add(0, voters.rows[i]->distance), voters.weights.push_back(one.class_votes().front().weight);
        sum += voters.weights.back();
    }
    for (double& weight : voters.weights) weight = sum > 0 ? weight / sum : 0;
    return voters;
}

/// `own`: the lists hold the classified point itself, which does not vote, so that k is one more than the number of votes.
std::string accuracy_text(const LeaveOneOut& leave_one_out, bool own) {
    const std::string share =
        leave_one_out.asked > 0 ? " (" + text_of_percent(double(leave_one_out.right()) / double(leave_one_out.asked)) + ")" : "";
    return text_of_count(leave_one_out.right()) + " of " + text_of_count(leave_one_out.asked) + " right" + share +
           (own ? ", by " + text_of_amount(leave_one_out.k, "vote", "votes") + " each" : "");
}

/// The progress of leave-one-out classification, and its rows.
std::string progress_text(const LeaveOneOut& leave_one_out, bool is_classifying) {
    const std::int64_t all = std::ssize(leave_one_out.predicted);
    if (!leave_one_out.complete())
        return text_of_count(leave_one_out.asked) + " of " + text_of_count(leave_one_out.of) + " points are classified" +
               (is_classifying ? " so far" : "; stopped");
    if (leave_one_out.of < all) return "of " + text_of_count(leave_one_out.of) + " points, chosen at random from " + text_of_count(all);
    return {};
}

const std::string& name_of(const Classes& classes, std::int32_t place) {
    static const std::string none = "no class";
    return place < 0 || place >= std::ssize(classes.names) ? none : classes.names[std::size_t(place)];
}

std::string regions_text(const Classifying& now) {
    if (!now.no_regions.empty()) return "Not now: " + now.no_regions;
    if (!now.regions_error.empty()) return now.regions_error;
    if (!now.regions) return now.refining ? "being computed" : "";
    return text_of_count(now.regions->columns) + " × " + text_of_count(now.regions->rows) + " grid cells in " +
           text_of_duration(now.regions->milliseconds) + (now.refining ? ", a finer grid follows" : "");
}

/// The confusion matrix: rows are true classes, columns predicted ones. With many classes, a list of confused pairs, most frequent first.
constexpr std::size_t max_columns = 12;

Table confusion_matrix(const Context& context, const LeaveOneOut& leave_one_out) {
    const Classifying& now = context.view.classes;
    const std::shared_ptr<const Classes> classes = now.classes;
    const std::size_t count = classes->names.size();
    auto counts = std::make_shared<std::vector<std::int64_t>>(count * count, 0);
    for (const Confusion& pair : leave_one_out.confusion)
        if (pair.predicted >= 0 && std::size_t(std::max(pair.of, pair.predicted)) < count)
            (*counts)[std::size_t(pair.of) * count + std::size_t(pair.predicted)] = pair.count;
    Table table;
    table.count = std::int64_t(count);
    table.columns.push_back({now.label_name, "The true class", true, 0});
    for (const std::string& name : classes->names)
        table.columns.push_back(
            {name, "Points that their neighbours classify as " + name + ". Click a cell to ring its points in the view", false, 0});
    table.columns.push_back({"recall", "The share of the points of this class that are classified correctly", false, 0});
    table.cell = [classes, counts, count](std::int64_t row, int column) {
        if (column == 0) return Table::Cell{classes->names[std::size_t(row)]};
        const std::int64_t* const of = counts->data() + std::size_t(row) * count;
        if (std::size_t(column) > count) {
            const std::int64_t all = std::accumulate(of, of + count, std::int64_t(0));
            return Table::Cell{all > 0 ? text_of_percent(double(of[row]) / double(all)) : "–"};
        }
        Table::Cell cell{text_of_count(of[column - 1])};
        cell.tone = column - 1 == row ? Tone::exact : of[column - 1] > 0 ? Tone::error : Tone::second;
        return cell;
    };
    table.help = [classes](std::int64_t row) { return "Points of the class " + classes->names[std::size_t(row)]; };
    table.press = [&workbench = context.workbench, chosen = now.chosen, count](std::int64_t row, int column) {
        if (column < 1 || std::size_t(column) > count) return;
        const ConfusionCell cell{std::int32_t(row), std::int32_t(column - 1)};
        workbench.classes().ring_rows_of(chosen == cell ? std::nullopt : std::optional(cell));
    };
    if (now.chosen) table.pressed_row = now.chosen->of, table.pressed_column = now.chosen->predicted + 1;
    return table;
}

Table confused_pairs(const Context& context, const LeaveOneOut& leave_one_out) {
    const Classifying& now = context.view.classes;
    auto pairs = std::make_shared<std::vector<Confusion>>();
    for (const Confusion& pair : leave_one_out.confusion)
        if (pair.of != pair.predicted) pairs->push_back(pair);
    std::stable_sort(pairs->begin(), pairs->end(), [](const Confusion& a, const Confusion& b) { return a.count > b.count; });
    Table table;
    table.count = std::ssize(*pairs);
    table.columns = {{now.label_name, "The true class", true, 0}, {"predicted", "The class that wins the vote of the neighbours", true, 0},
        {"points", "Click to ring them in the view", false, 60}};
    table.cell = [pairs, classes = now.classes](std::int64_t row, int column) {
        const Confusion& pair = (*pairs)[std::size_t(row)];
        return Table::Cell{column == 0   ? name_of(*classes, pair.of)
                           : column == 1 ? name_of(*classes, pair.predicted)
                                         : text_of_count(pair.count)};
    };
    for (std::int64_t row = 0; row < table.count && now.chosen; ++row)
        if ((*pairs)[std::size_t(row)].of == now.chosen->of && (*pairs)[std::size_t(row)].predicted == now.chosen->predicted)
            table.selected = row;
    table.select = [&workbench = context.workbench, pairs](std::int64_t row) {
        if (row < 0) return workbench.classes().ring_rows_of(std::nullopt);
        workbench.classes().ring_rows_of(ConfusionCell{(*pairs)[std::size_t(row)].of, (*pairs)[std::size_t(row)].predicted});
    };
    table.empty = "Every point is classified correctly";
    return table;
}

/// Accuracy over k. A click on the chart sets k.
Chart accuracy_curve(const Context& context, const LeaveOneOut& leave_one_out) {
    const int own = context.session.exclude_self ? 0 : 1;  // entries of a list that do not vote
    Chart chart;
    Chart::Line line;
    double least = 1;
    for (std::size_t i = 0; i < leave_one_out.correct.size() && leave_one_out.asked > 0; ++i) {
        line.points.push_back({double(i + 1), double(leave_one_out.correct[i]) / double(leave_one_out.asked)});
        least = std::min(least, line.points.back()[1]);
    }
    const auto best = std::max_element(leave_one_out.correct.begin(), leave_one_out.correct.end()) - leave_one_out.correct.begin();
    if (leave_one_out.asked > 0)
        chart.caption = "best: " + text_of_percent(double(leave_one_out.correct[std::size_t(best)]) / double(leave_one_out.asked)) +
                        (own > 0 ? " with " + text_of_amount(best + 1, "vote", "votes") + ", k = " : " at k = ") +
                        text_of_count(best + 1 + own);
    chart.lines = {std::move(line)};
    chart.from = 1, chart.to = std::max(2.0, double(leave_one_out.correct.size()));
    const double step = nice_step((1 - least) / 3 + 1e-3);
    chart.low = std::max(0.0, std::floor(least / step - 0.01) * step), chart.high = 1;
    for (double height = chart.low; height < 1 + step / 2; height += step)
        chart.up.emplace_back(height, text_of_percent(height, step < 0.01 ? 1 : 0));
    chart.across = {{1, own > 0 ? "1 vote" : "k = 1"}};
    const int apart = std::max(1, int(nice_step(chart.to / 7)));
    for (int k = apart; k <= chart.to; k += apart) chart.across.emplace_back(k, text_of_count(k));
    chart.value = leave_one_out.k;
    chart.move_value = [&workbench = context.workbench, most = int(leave_one_out.correct.size()), own](double at) {
        const int k = std::clamp(int(std::lround(at)), 1, most) + own;
        if (k != workbench.session().k) workbench.change([k](SessionState& state) { state.k = k; }, true);
    };
    chart.height = 96;
    return chart;
}

Row switch_row(const Context& context, const char* id, const char* command, const char* label, bool on) {
    const Button button = button_of(context.commands, command);
    return {id, label, button.help, Check{on, [&commands = context.commands, command](bool) { commands.run(command); }}};
}

}  // namespace

StackedBar votes_bar(const ViewModel& view, Voting voting) {
    StackedBar bar;
    const Classifying& now = view.classes;
    if (!now.classes || (view.pictures && view.pictures->gallery)) return bar;
    const Voters voters = voters_of(view, voting);
    for (std::size_t i = 0; i < voters.rows.size(); ++i)
        bar.parts.push_back({voters.weights[i], now.shades[std::size_t(voters.classes[i])],
            "rank " + text_of_count(voters.rows[i]->rank) + ": " + name_of(*now.classes, voters.classes[i]) + ", " +
                text_of_percent(voters.weights[i]) + " of the vote weight"});
    return bar;
}

Row vote_row(const Context& context, const std::string& panel) {
    Choice how;
    how.look = Choice::Look::segments;
    how.items = {{"Majority", "Each neighbour has one vote. In a tie, the class with the nearest neighbour wins"},
        {"Rank", "The vote of the nearest neighbour has weight 1, the next 1/2, then 1/3 and so on"},
        {"Distance", "Each vote has weight 1 / distance. If some neighbours are at distance 0, only they vote"}};
    how.chosen = int(context.session.vote);
    how.change = [&workbench = context.workbench](int at) { workbench.change([at](SessionState& state) { state.vote = Voting(at); }); };
    return {panel + ".how", "vote", "How neighbours vote for a class", std::move(how)};
}

Panel classes_panel(const Context& context) {
    const ViewModel& view = context.view;
    const Classifying& now = view.classes;
    Panel panel{"classes", "Class by vote", now.label_name, {}, {}};
    panel.shown = !now.label_name.empty() && !(view.pictures && view.pictures->gallery);
    if (!panel.shown) return panel;
    if (!now.classes) {
        panel.rows.push_back({"classes.refusal", {}, {}, Text{now.refusal + ".", Tone::warning}});
        return panel;
    }
    const Voters voters = voters_of(view, context.session.vote);
    if (!voters.class_votes.empty()) {
        Text winner{name_of(*now.classes, voters.class_votes.front().of), Tone::normal, Mark::none, {}, 1, true};
        if (now.of_query >= 0) winner.mark = now.of_query == voters.class_votes.front().of ? Mark::right : Mark::wrong;
        if (winner.mark == Mark::wrong) winner.beside = "true class " + name_of(*now.classes, now.of_query);
        panel.rows.push_back({"classes.winner", "Class of the query", {}, std::move(winner)});
        panel.rows.push_back({"classes.votes", "Votes of the neighbours, nearest first",
            "Each segment is one neighbour. Its colour is its class, its width is the weight of its vote",
            votes_bar(view, context.session.vote)});
        constexpr std::size_t most = 4;
        const double all = std::accumulate(voters.class_votes.begin(), voters.class_votes.end(), 0.0,
            [](double sum, const VoteCounter::ClassVotes& one) { return sum + one.weight; });
        for (std::size_t i = 0; i < std::min(most, voters.class_votes.size()); ++i) {
            const VoteCounter::ClassVotes& one = voters.class_votes[i];
            const double part = all > 0 ? one.weight / all : 0;
            panel.rows.push_back({"classes.vote." + std::to_string(i), name_of(*now.classes, one.of), {},
                Share{context.session.vote == Voting::majority ? text_of_count(one.count) + " of " + text_of_count(std::ssize(voters.rows))
                                                               : text_of_percent(part, 0),
                    part, now.shades[std::size_t(one.of)]}});
        }
        if (voters.class_votes.size() > most)
            panel.rows.push_back({"classes.others", {}, {},
                Text{text_of_amount(std::int64_t(voters.class_votes.size() - most), "more class", "more classes"), Tone::second}});
    }
    if (const std::size_t among = view.neighbours.size(); voters.rows.size() < among && !voters.rows.empty())
        panel.rows.push_back({"classes.own", {}, "Turn on \"exclude the point itself\" under Query, and k other points vote",
            Text{"One of the " + text_of_count(std::ssize(view.neighbours)) +
                     " neighbours is the query point itself. It does not vote; the other " +
                     (voters.rows.size() == 1 ? "one does." : text_of_count(std::ssize(voters.rows)) + " do."),
                Tone::second}});
    panel.rows.push_back(vote_row(context, "classes"));
    if (view.data.dimension == 2 || context.session.regions) {
        panel.rows.push_back(switch_row(context, "classes.regions", "classes.regions", "decision regions", context.session.regions));
        if (context.session.regions) panel.rows.push_back({"classes.regions_fact", {}, {}, Text{regions_text(now), Tone::second}});
    }
    panel.rows.push_back(
        switch_row(context, "classes.misclassified", "classes.misclassified", "misclassified points", context.session.misclassified));
    if (context.session.misclassified) {
        std::string said = !now.leave_one_out_error.empty() ? now.leave_one_out_error
                           : now.leave_one_out              ? accuracy_text(*now.leave_one_out, !context.session.exclude_self)
                           : now.is_classifying             ? "being computed"
                                                            : "";
        if (!now.no_votes.empty()) said = "Not now: " + now.no_votes;
        Text text{said, now.leave_one_out_error.empty() ? Tone::normal : Tone::error};
        if (now.place >= 0) text.beside = text_of_count(now.place + 1) + " of " + text_of_count(std::ssize(now.ringed));
        panel.rows.push_back({"classes.accuracy", {},
            "Each point is classified by its nearest neighbours among all other points, with as many votes as the list shows",
            std::move(text)});
        panel.rows.push_back({"classes.steps", {}, {},
            Buttons{{button_of(context.commands, "classes.previous", "Previous"), button_of(context.commands, "classes.next", "Next")}}});
    }
    return panel;
}

namespace {

bool shows_all_points(const Context& context) {
    const ViewModel& view = context.view;
    return context.session.misclassified && view.classes.leave_one_out && view.classes.classes && !view.stepping.open &&
           view.race.contenders.empty() && context.session.chart == ChartShown::none;
}

}  // namespace

Panel accuracy_panel(const Context& context) {
    Panel panel{"accuracy", "Accuracy", {}, {}, {}};
    panel.shown = shows_all_points(context);
    if (!panel.shown) return panel;
    const Classifying& now = context.view.classes;
    if (now.leave_one_out->asked > 0) panel.fact = text_of_percent(double(now.leave_one_out->right()) / double(now.leave_one_out->asked));
    if (const std::string far = progress_text(*now.leave_one_out, now.is_classifying); !far.empty())
        panel.rows.push_back({"accuracy.progress", {}, {}, Text{far, Tone::second}});
    panel.rows.push_back(
        {"accuracy.curve", "Accuracy against k", "Click to choose another k", accuracy_curve(context, *now.leave_one_out)});
    return panel;
}

Panel confusion_panel(const Context& context) {
    Panel panel{"confusion", "Confusion", {}, {}, {}};
    panel.shown = shows_all_points(context);
    if (!panel.shown) return panel;
    const Classifying& now = context.view.classes;
    const bool few = now.classes->names.size() <= max_columns;
    if (now.chosen) panel.fact = name_of(*now.classes, now.chosen->of) + " classified as " + name_of(*now.classes, now.chosen->predicted);
    else panel.fact = few ? "rows: true class, columns: predicted" : "the most frequent mistakes";
    panel.rows.push_back({"confusion.table", "True classes and predicted classes", {},
        few ? confusion_matrix(context, *now.leave_one_out) : confused_pairs(context, *now.leave_one_out)});
    return panel;
}

}  // namespace neighborscope::panels
