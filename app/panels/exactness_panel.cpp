// The number of true neighbours among those shown, also at the present step. Colour is never the only information.
#include "app/panels/panel.hpp"
#include "app/session/sentences/exactness_sentence.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/sentences/explain_search.hpp"

#include <algorithm>
#include <optional>

namespace neighborscope::panels {
namespace {

Text verdict_text(const ViewModel& view) {
    const ExactnessVerdict said = exactness_verdict(view);
    Text text{said.text, said.tone};
    if (said.tone != Tone::second) {
        text.mark = said.tone == Tone::exact ? Mark::right : said.tone == Tone::warning ? Mark::missing : Mark::wrong;
        text.beside = "in " + text_of_milliseconds(view.exactness.milliseconds) + " ms";
    }
    if (view.stepping.ready && said.tone != Tone::second) {
        text.text = "at the end: " + text.text;
        text.beside.clear();  // no room for it
    }
    return text;
}

std::optional<std::int64_t> counter_value(const ViewModel& view, std::string_view name) {
    for (const Counter& counter : view.counters)
        if (counter.name == name && !view.counters_previous) return counter.value;
    return std::nullopt;
}

}  // namespace

Panel exactness_panel(const Context& context) {
    const ViewModel& view = context.view;
    Panel panel{"exactness", "Exactness", "against the oracle", {}, {}};
    if (view.shows_step_list()) {
        const auto all = std::int64_t(view.neighbours.size());
        const bool may_miss = view.stepping.may_miss();
        panel.rows.push_back({"exactness.step", may_miss ? "rows in their final place" : "final so far",
            may_miss ? "How many rows of the list at the end are in it now, at the same place. That list may miss neighbours"
                     : "How many of the neighbours found so far are final: every point not yet visited is farther",
            Share{text_of_count(view.stepping.settled) + " of " + text_of_count(all),
                all > 0 ? double(view.stepping.settled) / double(all) : 0}});
    }
    if (const auto answered = std::int64_t(view.neighbours.size());
        answered > 0 && answered < std::min<std::int64_t>(context.session.k, view.data.searched()) && view.error && !view.busy)
        panel.rows.push_back(
            {"exactness.last", {}, {}, Text{"For the last completed search, with k = " + text_of_count(answered), Tone::warning}});
    panel.rows.push_back({"exactness.sentence", {}, explain_verdict(view), verdict_text(view)});
    if (const std::string filtered = filter_recall_text(view); !filtered.empty() && !view.shows_step_list())
        panel.rows.push_back({"exactness.filter", {},
            "An index rejects rows while it walks. What it walks through is wasted where few rows are allowed, so that the beam ends "
            "before it "
            "has found the allowed neighbours",
            Text{filtered, view.exactness.right < view.exactness.of ? Tone::warning : Tone::second}});
    if (!view.data.own_codes.empty())
        panel.rows.push_back({"exactness.codes", {},
            "The file holds no vectors, so that the oracle ranks what the codes stand for. Measured with the vectors that the index was "
            "built from, recall may be much lower: neighborscope inspect FILE --points VECTORS says how much",
            Text{"Of the points decoded from the index's codes (" + view.data.own_codes + "), not of the vectors it was built from.",
                Tone::second}});
    if (!view.data.rounding.empty())
        panel.rows.push_back({"exactness.points", {},
            "Points are stored as float32 offsets from an origin near them. The oracle and all methods use these values. A program that "
            "stores float64 may order points differently when their distances differ by less than this",
            Text{"Of the points as stored: " + view.data.rounding, Tone::second}});
    if (const auto certified = counter_value(view, "certified queries"), kept = counter_value(view, "candidates kept"); certified && kept)
        panel.rows.push_back({"exactness.certificate", "certificate",
            "The method proves that no point outside its candidates can be a neighbour. If it cannot prove this, it searches again with "
            "more candidates or with all points",
            Text{*certified > 0 ? "certified in the first search, " + text_of_count(*kept) + " candidates kept"
                                : "not certified: searched again",
                Tone::second}});
    if (view.neighbours_within && !view.counters_previous)
        panel.rows.push_back({"exactness.bound", "bound",
            "The method proves this bound in spite of the rounding of its products. The closer the bound is to the k-th distance, the "
            "fewer candidates need an exact distance",
            Text{"no neighbour is farther than " + text_of_coordinate(*view.neighbours_within, 10 * view.kth_distance) +
                     (view.kth_distance > 0
                             ? ": " + text_of_percent(*view.neighbours_within / view.kth_distance - 1, 2) + " above the k-th distance"
                             : ""),
                Tone::second}});
    if (const MissedAdvice advice = explain_missed(view); !advice.sentence.empty() && !view.shows_step_list()) {
        panel.rows.push_back({"exactness.missed", {}, {}, Text{advice.sentence, Tone::warning}});
        if (!advice.remedy.empty()) panel.rows.push_back({"exactness.unreachable", {}, {}, Text{advice.remedy, Tone::second}});
        if (!advice.option.empty()) {
            Button set{"exactness.set", "Set " + advice.option + " to " + advice.value,
                advice.finds_all
                    ? "With this value the query finds all its neighbours"
                    : "With this value the query finds " + text_of_amount(advice.found, "missed neighbour", "missed neighbours") +
                          ". No value finds the others",
                "", {}, {}, {}};
            set.run = [&workbench = context.workbench, advice] {
                workbench.change([&](SessionState& state) { state.options[state.method][advice.option] = advice.value; });
            };
            panel.rows.push_back({"exactness.remedy", {}, {}, Buttons{{std::move(set)}}});
        }
    } else if (const std::string explained = explain_verdict(view); !explained.empty()) {
        panel.rows.push_back({"exactness.explained", {}, {}, Text{explained, Tone::second}});
    }
    return panel;
}

}  // namespace neighborscope::panels
