// How many of the neighbours shown are the true ones, at the end and, while the search is stepped through, by now. Never a colour without
// the count.
#include "app/panels/panel.hpp"

namespace neighborscope::panels {
namespace {

Text verdict(const ViewModel& view) {
    const Exactness& exactness = view.exactness;
    if (view.neighbours.empty()) return {"no list yet", Tone::second};
    if (!exactness.known) {
        constexpr double most_checked = 2e8;  // coordinates
        return {double(view.data.count) * view.data.dimension > most_checked ? "not checked: more than 200 million coordinates"
                                                                             : "checking ...",
            Tone::second};
    }
    const std::string right = text_of_count(exactness.right), of = text_of_count(exactness.of);
    const bool whole = exactness.right == exactness.of;
    Text text;
    text.beside = "in " + text_of_milliseconds(exactness.milliseconds) + " ms";
    if (!exactness.approximate) {
        const bool good = whole || exactness.within_rounding;
        text.mark = good ? Mark::right : Mark::wrong;
        text.tone = good ? Tone::exact : Tone::error;
        text.text = right + " of " + of + " exact" + (exactness.within_rounding && !whole ? ", rest within rounding" : "");
    } else if (!exactness.wrong.empty()) {  // what an approximate method misses is no error, what it makes up is
        text.mark = Mark::wrong;
        text.tone = Tone::error;
        text.text = "wrong: " + exactness.wrong;
    } else {
        text.mark = whole ? Mark::right : Mark::missing;
        text.tone = whole ? Tone::exact : Tone::warning;
        text.text = "recall " + text_of_recall(exactness.right, exactness.of) + ": " + right + " of " + of;
    }
    if (view.stepping.ready) {
        text.text = "at the end " + text.text;
        text.beside.clear();  // has no room there
    }
    return text;
}

}  // namespace

Panel exactness_panel(const Context& context) {
    const ViewModel& view = context.view;
    Panel panel{"exactness", "Exactness", "against the oracle", {}, {}};
    if (view.stepping.ready) {
        const auto all = std::int64_t(view.neighbours.size());
        panel.rows.push_back({"exactness.step", "at this step",
            "How many of the neighbours found by now can no longer change, since nothing still to come is nearer",
            Share{text_of_count(view.stepping.settled) + " of " + text_of_count(all),
                all > 0 ? double(view.stepping.settled) / double(all) : 0}});
    }
    panel.rows.push_back({"exactness.sentence", {}, {}, verdict(view)});
    return panel;
}

}  // namespace neighborscope::panels
