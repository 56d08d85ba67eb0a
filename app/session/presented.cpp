#include "app/session/presented.hpp"

#include "app/session/narrate.hpp"
#include "app/session/session.hpp"
#include "app/session/tree_steps.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

std::string of_amount(std::int64_t all, const char* one, const char* several) { return " of " + text_of_amount(all, one, several); }

std::string count_of(std::int64_t some, std::int64_t all) { return text_of_count(some) + " of " + text_of_count(all); }

PresentedVerdict exactness_of(const Exactness& exactness) {
    if (!exactness.known) return {"checking…", VerdictTone::second};
    const bool whole = exactness.right == exactness.of;
    const std::string count = count_of(exactness.right, exactness.of);
    if (exactness.approximate) {
        if (!exactness.wrong.empty()) return {"wrong: " + exactness.wrong, VerdictTone::error};
        return {
            "recall " + text_of_recall(exactness.right, exactness.of) + ": " + count, whole ? VerdictTone::exact : VerdictTone::warning};
    }
    if (!whole && exactness.within_rounding) return {count + " exact, rest within rounding", VerdictTone::exact};
    return {count + " exact", whole ? VerdictTone::exact : VerdictTone::error};
}

std::string found_text(const ViewModel& view) {
    if (!view.data.loaded) return "";
    if (view.neighbours.empty()) return view.busy ? "Searching…" : "Nothing is asked yet.";
    const std::int64_t found = std::int64_t(view.neighbours.size());
    const std::string far = text_of_coordinate(view.kth_distance, 1000 * std::max(view.kth_distance, 1e-30));
    const std::string points = text_of_amount(view.data.count, "point", "points");
    if (view.exactness.approximate)
        return text_of_amount(found, "near one", "near ones") + " of " + points + ", the farthest " + far + " away.";
    if (found == 1) return "The nearest of " + points + " is " + far + " away.";
    return "The " + ordinal(found) + " nearest of " + points + " is " + far + " away.";
}

}  // namespace

std::vector<PresentedFact> presented_facts(const ViewModel& view, const SessionState& session) {
    std::vector<PresentedFact> facts{{session.method, ""}, {"k = " + text_of_count(session.k), ""}};
    const std::string points = text_of_count(view.data.count), words = view.data.count == 1 ? " point" : " points";
    if (view.lists_leaves()) {
        const TreeTotals totals = tree_totals(*view.stepping.record, view.stepping.position);
        facts.push_back({text_of_count(totals.leaves), of_amount(totals.of_leaves, "leaf", "leaves")});
        facts.push_back({text_of_count(totals.distances), of_amount(totals.of_distances, "distance", "distances")});
    } else if (view.tree) {
        facts.push_back({text_of_count(view.tree->leaves), view.tree->leaves == 1 ? " leaf" : " leaves"});
        facts.push_back({points, words});
    } else if (view.data.loaded) {
        facts.push_back({points, words + ", " + text_of_count(view.data.dimension) + "-D"});
    }
    const bool measured = view.timings.runs > 0 && !view.timings.previous;
    const double milliseconds = measured ? view.timings.total_median : view.status.search_milliseconds;
    facts.push_back({view.neighbours.empty() ? "\u2013" : text_of_milliseconds(milliseconds), " ms", view.busy});
    return facts;
}

std::string presented_sentence(const ViewModel& view) {
    const Stepping& stepping = view.stepping;
    if (stepping.ready) return stepping.claim.empty() ? stepping.sentence : stepping.claim;
    if (stepping.open && stepping.recording) return "Recording the search step by step…";
    return found_text(view);
}

PresentedVerdict presented_verdict(const ViewModel& view) {
    if (view.neighbours.empty()) return {};
    if (view.stepping.ready && view.stepping.position < view.stepping.count)
        return {count_of(view.stepping.settled, std::int64_t(view.neighbours.size())) + " final", VerdictTone::plain};
    return exactness_of(view.exactness);
}

}  // namespace neighborscope
