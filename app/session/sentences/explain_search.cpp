#include "app/session/sentences/explain_search.hpp"

#include "app/session/sentences/search_texts.hpp"
#include "app/session/sentences/warp_writes.hpp"
#include "app/session/stepping/tree_steps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace neighborscope {
namespace {

constexpr double next_to_nothing = 0.0005;  // milliseconds

std::string per_nanosecond(double operations, double milliseconds) {
    const double rate = operations / milliseconds / 1e6;
    return text_of_decimals(rate, rate < 0.01 ? 4 : rate < 0.1 ? 3 : rate < 1 ? 2 : rate < 10 ? 1 : 0) + " operations per ns";
}

/// Known reasons why a phase takes longer than its lower bound.
std::string reasons_of(const TimingRow& phase, double least, bool by_memory, const ViewModel& view, const MethodInfo* method) {
    std::string explanation;
    const auto add = [&](const std::string& reason) { explanation += (explanation.empty() ? "" : " ") + as_sentence(reason); };
    if (by_memory && phase.lower_bound.operations > 0)
        add("it must also compute " + text_of_count(std::int64_t(phase.lower_bound.operations)) + " operations: it computed " +
            per_nanosecond(phase.lower_bound.operations, phase.median));
    if (phase.inside && phase.inside->imbalance >= 1.2)
        add("its slowest block takes " + text_of_decimals(phase.inside->imbalance, 1) +
            " times as long as the median block, and all blocks wait for it");
    const bool fibers = view.status.device.starts_with("host") && method && method->supports.cuda;
    if (fibers)
        add("on the host device the threads of a block share one core: switching between them at every barrier and shuffle takes more time "
            "than the memory accesses");
    else if (least < 0.02 && (!method || method->supports.cuda))  // a CPU library launches no kernel
        add("so little is over before all of the device is at work: launching the kernel and waiting for its last block take most of the "
            "time");
    return explanation;
}

const TimingRow* phase_named(const Timings& timings, std::string_view name) {
    const auto found = std::find_if(timings.phases.begin(), timings.phases.end(), [&](const TimingRow& row) { return row.phase == name; });
    return found == timings.phases.end() ? nullptr : &*found;
}

/// ", 55 % of the total"; "" if the machine was busy during runs of phases, which then exceed the total.
std::string share_of_total(const Timings& timings, const TimingRow& phase) {
    if (!(timings.total_median > 0) || timings.overrun()) return {};
    return ", " + text_of_percent(phase.median / timings.total_median, 0) + " of the total";
}

/// "list updates take 0.310 ms, 55 % of the total; A (quadtree-cached, k = 8): 0.200 ms".
std::vector<std::string> compared_phase(const ViewModel& view, const char* name, std::initializer_list<std::string_view> siblings) {
    const TimingRow* here = phase_named(view.timings, name);
    if (!here || view.timings.previous) return {};
    std::string explanation = std::string("The phase \"") + name + "\" takes " + text_of_duration(here->median) + " here";
    explanation += share_of_total(view.timings, *here);
    const bool sibling = view.frozen && std::any_of(siblings.begin(), siblings.end(),
                                            [&](std::string_view one) { return view.frozen->asked.starts_with(std::string(one) + ","); });
    if (sibling)
        if (const TimingRow* there = phase_named(view.frozen->timings, name))
            return {explanation + "; in A (" + view.frozen->asked + ") " + text_of_duration(there->median) + "."};
    return {explanation + ". Press F7 to keep it as A and compare another method with it."};
}

/// "4 times as many writes", "3.6 times fewer sectors", "about as many writes": `here` compared with `there`.
std::string compared_count(std::int64_t here, std::int64_t there, const std::string& of) {
    const double times = double(std::max(here, there)) / double(std::min(here, there));
    if (times < 1.05) return (here == there ? "as many " : "about as many ") + of;
    return text_of_decimals(times, std::abs(times - std::round(times)) < 0.05 ? 0 : 1) +
           (here > there ? " times as many " : " times fewer ") + of;
}

constexpr const char* host_does_not_coalesce = "The host has no GPU memory, whose sectors cost time.";

/// What matters most comes first: a strip without room leaves the last sentences out.
std::string writes_text(int k, bool on_host) {
    const WarpWrites own = WarpWrites::cached(k), together = WarpWrites::coalesced(k);
    return "At k = " + text_of_count(k) + " quadtree-coalesced needs " + compared_count(together.writes, own.writes, "writes") +
           " as quadtree-cached, and these touch " + compared_count(together.sectors, own.sectors, "sectors") + ": " +
           text_of_count(together.writes) + " writes to " + text_of_count(together.sectors) + " sectors, against " +
           text_of_count(own.writes) + " to " + text_of_count(own.sectors) + ". " +
           (on_host ? std::string(host_does_not_coalesce) + " " : "") +
           "More writes need more instructions; more sectors need more memory traffic. Only a measurement shows which method "
           "takes less time.";
}

MethodDifferences quadtree_differences(const ViewModel& view, bool coalesced, int k) {
    const WarpWrites own = WarpWrites::cached(k), together = WarpWrites::coalesced(k);
    std::vector<std::string> explanation;  // consequences first, then reasons
    explanation.push_back(writes_text(k, view.status.device.starts_with("host")));
    explanation.push_back(
        coalesced ? "In quadtree-cached each thread writes its own list. Here a warp writes the lists of its 32 queries one after another, "
                    "32 adjacent entries at a time."
                  : "In quadtree-coalesced a warp writes one list after another. Here each thread writes its own list, entry by entry.");
    explanation.push_back("For 32 lists with k = " + text_of_count(k) + ", a warp of quadtree-cached needs " +
                          text_of_amount(own.writes, "write", "writes") + ", which touch " + text_of_count(own.sectors) +
                          " sectors of 32 bytes. A warp of quadtree-coalesced needs " + text_of_count(together.writes) + ", which touch " +
                          text_of_count(together.sectors) + ".");
    return {std::move(explanation), compared_phase(view, "list updates", {"quadtree-cached", "quadtree-coalesced"})};
}

MethodDifferences warp_search_differences(const ViewModel& view, const std::string& method) {
    std::vector<std::string> explanation;
    const std::string all = text_of_bytes(std::uint64_t(4) * std::uint64_t(view.data.count) * std::uint64_t(view.data.dimension));
    if (method == "ppk")
        explanation = {
            "ppk launches a kernel for each query, and all blocks share that query. ppb and ppw search many queries in one launch.",
            "Each query reads all points: " + all + " per query. One query fills the device; several queries run one after another."};
    else if (method == "ppb")
        explanation = {
            "In ppb one block searches all points for one query. In ppk all blocks share one query; in ppw each block owns a part of the "
            "points.",
            "Each block reads all points: " + all +
                " per query. With one query, as in the view, one block works and the rest of the device is idle."};
    else
        explanation = {
            "Unlike those of ppk and ppb, the blocks of ppw are persistent: each block owns a part of the points, and each of its warps "
            "works on its own query.",
            "The warps of a block share what one of them has read. For W queries per block, the " + all +
                " of points are read once; ppk and ppb read them W times. With one query, as in the view, nothing is shared."};
    return {std::move(explanation), compared_phase(view, "scan", {"ppk", "ppb", "ppw"})};
}

MethodDifferences leaf_warp_differences(const ViewModel& view) {
    std::vector<std::string> measured;
    if (view.tree && view.tree->work) {
        const TreeWork& work = *view.tree->work;
        measured.push_back("When every point is a query, a warp visits a median of " + text_of_count(work.leaves.median) + " of " +
                           text_of_amount(view.tree->leaves, "leaf", "leaves") + " and at most " + text_of_count(work.leaves.most) + ".");
    }
    if (view.stepping.ready)
        if (std::string paid = explain_warp(*view.stepping.record); !paid.empty()) measured.push_back(std::move(paid));
    for (std::string& phase : compared_phase(view, "leaf search", {"quadtree-cached", "quadtree-coalesced"}))
        measured.push_back(std::move(phase));
    std::vector<std::string> always{
        "A warp searches for the 32 queries of a leaf together, one query per lane. It lists the leaves that any of the queries needs, "
        "nearest first, and each lane compares its query with every point that the warp reads. The warp skips a leaf only when no lane "
        "needs it.",
        "A single query, for example one between the points, would leave 31 lanes idle, and a few thousand queries would leave most of a "
        "GPU idle. Each of these queries gets a warp of its own, which tests 32 boxes or points at a time. When a query is one of many "
        "points, stepping shows it together with its warp."};
    return {std::move(always), std::move(measured)};
}

}  // namespace

std::string explain_longest_phase(const ViewModel& view, const SessionState& session) {
    const Timings& timings = view.timings;
    if (timings.phases.empty() || timings.runs == 0 || timings.previous) return {};
    const auto longest = std::max_element(
        timings.phases.begin(), timings.phases.end(), [](const TimingRow& a, const TimingRow& b) { return a.median < b.median; });
    if (!(longest->median > 0)) return {};
    if (std::any_of(timings.phases.begin(), timings.phases.end(), is_only_divided))
        return std::string("Which phase takes the most time is ") + not_measured_here + ".";
    std::string explanation =
        "\"" + longest->phase + "\" takes the most time: " + text_of_duration(longest->median) + share_of_total(timings, *longest) + ".";
    if (timings.large_rest()) explanation += " " + explain_rest(timings);
    const double rate = timings.read_bytes_per_second;
    if (!longest->lower_bound.is_complete()) return explanation + " Its least time is not known yet.";
    if (!(longest->lower_bound.bytes > 0) || !(rate > 0)) return explanation;
    const double least = least_milliseconds(longest->lower_bound, timings), times = longest->median / least;
    const bool by_memory = least <= 1.001e3 * longest->lower_bound.bytes / rate;
    const std::string reasons = reasons_of(*longest, least, by_memory, view, view.info_of(session.method));
    const std::string bytes = text_of_bytes(std::uint64_t(longest->lower_bound.bytes));
    if (least < next_to_nothing)
        return explanation + " It must move at least " + bytes + ", which takes " + text_of_duration(least) + ", " +
               text_of_share(least / longest->median) + " of its time. " + reasons;
    if (times < 1)
        return explanation +
               " That is less than the least time by the measured peak rates: its data are in a cache, or other programs ran while "
               "the rates were measured.";
    explanation += " Its least time is " + text_of_duration(least) + ": it must ";
    if (by_memory) explanation += "move " + bytes + ", and this device reads " + text_of_bytes(std::uint64_t(rate)) + " a second";
    else
        explanation += "compute " + text_of_count(std::int64_t(longest->lower_bound.operations)) +
                       " operations, and this device computes " + text_of_decimals(timings.fp32_operations_per_second / 1e9, 1) + " per ns";
    explanation += ".";
    if (times < 1.5) return explanation + " It is near its least time: " + (by_memory ? "memory" : "arithmetic") + " limits it.";
    explanation += " It takes " + text_of_decimals(times, times < 10 ? 1 : 0) + " times its least time.";
    return reasons.empty() ? explanation : explanation + " " + reasons;
}

int list_length(const ViewModel& view, const SessionState& session) {
    return int(std::clamp<std::int64_t>(session.k, 1, std::max<std::int64_t>(1, view.data.count)));
}

MethodDifferences explain_method_differences(const ViewModel& view, const SessionState& session) {
    const std::string& method = session.method;
    const int k = list_length(view, session);
    if (method == "quadtree-cached" || method == "quadtree-coalesced") return quadtree_differences(view, method == "quadtree-coalesced", k);
    if (method == "ppk" || method == "ppb" || method == "ppw") return warp_search_differences(view, method);
    if (method == "leaf-warp") return leaf_warp_differences(view);
    return {};
}

std::string explain_writes(const ViewModel& view, int k) { return writes_text(k, view.status.device.starts_with("host")); }

namespace {

/// "2", "1.25": up to three decimals.
std::string short_number(double value) {
    std::string text = text_of_decimals(value, 3);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

/// The fewest decimals with which the written numbers keep their order and ratios.
int decimals_that_agree(const Moving::Compared& one) {
    const double factor = one.usual > 0 ? one.most / one.usual : 0;
    for (int decimals = 0; decimals < 6; ++decimals) {
        const double unit = std::pow(10.0, -decimals);
        const auto written = [unit](double value) { return std::nearbyint(value / unit); };
        if ((written(one.last) > written(one.most)) == (one.last > one.most) &&
            written(factor * written(one.usual) * unit) == written(one.most))
            return decimals;
    }
    return 6;
}

}  // namespace

std::string explain_index_update(const Moving& moving, const SessionState& session) {
    if (!moving.available || moving.index.empty()) return {};
    std::string rule = "policy";
    if (const auto options = session.options.find(session.method); options != session.options.end())
        if (const auto chosen = options->second.find("rebuild"); chosen != options->second.end()) rule = chosen->second;
    const auto explanation = [&](const Moving::Compared& one) {
        if (!(one.most > 0)) return one.index + (one.index == "kept" && rule == "never" ? " because rebuild = never" : "");
        const bool exceeds = one.last > one.most;
        const int decimals = decimals_that_agree(one);
        const auto number = [decimals](double value) { return text_of_decimals(value, decimals); };
        const double factor = one.usual > 0 ? one.most / one.usual : 0;
        return (exceeds ? "rebuilt" : one.index) + ": a query of tick " + text_of_count(one.tick - 1) + " took " + number(one.last) +
               " computations, " + (exceeds ? "more" : "no more") + " than " + number(one.most) + ", which is rebuild-factor (" +
               short_number(factor) + ") times the usual " + number(one.usual);
    };
    std::string sentences = "At tick " + text_of_count(moving.tick) + " the index was " + explanation(moving.compared) + ".";
    if (moving.before.tick == moving.tick - 1 && !moving.before.index.empty())
        sentences += " At tick " + text_of_count(moving.before.tick) + " it was " + explanation(moving.before) + ".";
    if (!(moving.compared.most > 0) && rule == "policy")
        sentences += " The work is not compared yet: this needs the counts of two ticks since the index was built.";
    if (moving.compared.most > 0)
        sentences += " Computations are distances and tests of quadrants; those of the last tick decide about this one.";
    return sentences;
}

/// What makes rows reachable that no setting finds.
static std::string unreachable_remedy(std::int64_t rows, bool products) {
    return (rows == 1 ? "To make it reachable, insert it again" : "To make them reachable, insert them again") +
           std::string(", or build the index with more links.") +
           (products ? " Links for inner products lead to long vectors: if their lengths mean nothing, search by cosine." : "");
}

MissedAdvice explain_missed(const ViewModel& view) {
    const auto& missed = view.exactness.missed;
    if (!view.exactness.known || !view.exactness.approximate || missed.empty()) return {};
    MissedAdvice advice;
    const NeighbourRow& first = missed.front();
    const bool one = missed.size() == 1;
    advice.sentence = text_of_amount(std::int64_t(missed.size()), "true neighbour is", "true neighbours are") + " missed.";
    if (!first.why.sentence.empty())
        advice.sentence += (one ? " R" + first.row_text().substr(1) : " The nearest of them, " + first.row_text()) +
                           (one && !first.id ? "" : ",") + " should have rank " + text_of_count(first.rank) + ". " + first.why.sentence;
    long long most = 0;
    for (const NeighbourRow& row : missed) {
        if (row.why.option.empty()) continue;  // no setting finds this neighbour
        ++advice.found;
        if (const long long value = std::atoll(row.why.value.c_str()); value > most)
            most = value, advice.option = row.why.option, advice.value = row.why.value;
    }
    advice.finds_all = advice.found == std::ssize(missed);
    const auto lost = std::count_if(missed.begin(), missed.end(), [](const NeighbourRow& row) { return row.why.what == "unreachable"; });
    if (lost > 0) advice.remedy = unreachable_remedy(lost, view.products);
    const std::string setting = advice.option + " = " + advice.value;
    const bool is_said = advice.found == 1 && first.why.sentence.find(setting) != std::string::npos;
    if (advice.option.empty() || is_said) return advice;
    advice.sentence += " With " + setting + ", " +
                       (one                    ? "it is found."
                           : advice.finds_all  ? "all of them are found."
                           : advice.found == 1 ? "one of them is found."
                                               : text_of_count(advice.found) + " of them are found.");
    return advice;
}

}  // namespace neighborscope
