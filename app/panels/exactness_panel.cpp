// How many of the neighbours shown are the true ones, at the end and, while the search is stepped through, by now. Never a colour without
// the count.
#include "app/panels/panel.hpp"
#include "app/session/sentences/exactness_sentence.hpp"
#include "app/session/sentences/presented.hpp"
#include "app/session/sentences/told_search.hpp"

#include <algorithm>
#include <optional>

namespace neighborscope::panels {
namespace {

Text verdict(const ViewModel& view) {
    const ExactnessVerdict said = exactness_verdict(view);
    Text text{said.text, said.tone};
    if (said.tone != Tone::second) {
        text.mark = said.tone == Tone::exact ? Mark::right : said.tone == Tone::warning ? Mark::missing : Mark::wrong;
        text.beside = "in " + text_of_milliseconds(view.exactness.milliseconds) + " ms";
    }
    if (view.stepping.ready && said.tone != Tone::second) {
        text.text = "at the end " + text.text;
        text.beside.clear();  // has no room there
    }
    return text;
}

std::optional<std::int64_t> counted(const ViewModel& view, std::string_view name) {
    for (const Counter& counter : view.counters)
        if (counter.name == name && !view.counters_previous) return counter.value;
    return std::nullopt;
}

}  // namespace

Panel exactness_panel(const Context& context) {
    const ViewModel& view = context.view;
    Panel panel{"exactness", "Exactness", "against the oracle", {}, {}};
    if (view.stepping.ready) {
        const auto all = std::int64_t(view.neighbours.size());
        panel.rows.push_back({"exactness.step", "final by now",
            "How many of the neighbours found so far can no longer change, because everything left is farther",
            Share{text_of_count(view.stepping.settled) + " of " + text_of_count(all),
                all > 0 ? double(view.stepping.settled) / double(all) : 0}});
    }
    if (const auto answered = std::int64_t(view.neighbours.size());
        answered > 0 && answered < std::min<std::int64_t>(context.session.k, view.data.count) && view.error && !view.busy)
        panel.rows.push_back(
            {"exactness.last", {}, {}, Text{"Of the last question that was answered: k = " + text_of_count(answered), Tone::warning}});
    panel.rows.push_back({"exactness.sentence", {}, explained_verdict(view), verdict(view)});
    if (!view.data.rounding.empty())
        panel.rows.push_back({"exactness.points", {},
            "Points are float32 numbers, counted from a place among them. The oracle measures between these, and so do all methods. A "
            "program "
            "that keeps float64 may order points otherwise whose distances differ by less than this",
            Text{"Of the points as kept: " + view.data.rounding, Tone::second}});
    if (const auto certified = counted(view, "certified at once"), kept = counted(view, "candidates kept"); certified && kept)
        panel.rows.push_back({"exactness.certificate", "certificate",
            "The method proves that no point beyond those it kept can be a neighbour. Where it cannot, the query is asked again, with room "
            "for more candidates or of all points",
            Text{*certified > 0 ? "certified at once, " + text_of_count(*kept) + " candidates kept" : "not certified: asked again",
                Tone::second}});
    if (view.neighbours_within && !view.counters_previous)
        panel.rows.push_back({"exactness.bound", "bound",
            "By the method's own bounds, whatever the rounding of its products has done. The closer this is to the last neighbour's "
            "distance, the fewer candidates need an exact one",
            Text{"no neighbour beyond " + text_of_coordinate(*view.neighbours_within, 10 * view.kth_distance) +
                     (view.kth_distance > 0 ? ": " + text_of_percent(*view.neighbours_within / view.kth_distance - 1, 2) + " past the last"
                                            : ""),
                Tone::second}});
    if (const MissedAdvice advice = told_of_missed(view); !advice.sentence.empty() && !view.lists_step()) {
        panel.rows.push_back({"exactness.missed", {}, {}, Text{advice.sentence, Tone::warning}});
        if (!advice.option.empty()) {
            Button set{"exactness.set", "Set " + advice.option + " to " + advice.value, "Then this query finds all its neighbours", "", {},
                {}, {}};
            set.run = [&workbench = context.workbench, advice] {
                workbench.change([&](SessionState& state) { state.options[state.method][advice.option] = advice.value; });
            };
            panel.rows.push_back({"exactness.remedy", {}, {}, Buttons{{std::move(set)}}});
        }
    } else if (const std::string explained = explained_verdict(view); !explained.empty()) {
        panel.rows.push_back({"exactness.explained", {}, {}, Text{explained, Tone::second}});
    }
    return panel;
}

}  // namespace neighborscope::panels
