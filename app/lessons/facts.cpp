#include "app/lessons/facts.hpp"

#include "app/data/classify/vote_counter.hpp"
#include "app/data/faces/gallery.hpp"
#include "app/inspect/graph_rows.hpp"
#include "app/session/sentences/exactness_sentence.hpp"
#include "app/session/sentences/search_texts.hpp"
#include "app/session/text/numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace neighborscope::lessons {
namespace {

constexpr std::size_t most_ranks = 100;  // whose rows and distances have names

/// Three significant digits, of numbers below 1000: "0.00277", "2.31", "711".
std::string text_of_distance(double distance) {
    const double size = std::abs(distance);
    return text_of_decimals(distance, size > 0 ? std::clamp(2 - int(std::floor(std::log10(size))), 0, 6) : 0);
}

class FactList {
public:
    void word(const std::string& name, std::string text) { facts_.push_back({name, std::move(text), {}}); }
    void count(const std::string& name, std::int64_t number) { facts_.push_back({name, text_of_count(number), double(number)}); }
    void number(const std::string& name, double number, std::string text) {
        if (std::isfinite(number)) facts_.push_back({name, std::move(text), number});
    }
    void truth(const std::string& name, bool holds) { word(name, holds ? "yes" : "no"); }
    void last_is_minor(bool is) { facts_.back().minor = is; }
    Facts take() { return std::move(facts_); }

private:
    Facts facts_;
};

/// Numbers and words of the document; lists and objects have no name. Only points that move have a tick: add_moving.
void add_document(FactList& facts, const SessionState& session) {
    const nlohmann::json fields = to_json(session);
    for (const auto& [key, value] : fields.items()) {
        if (key == "tick" || key == "neighborscope_session") continue;
        if (value.is_number_integer()) facts.count(key, value.get<std::int64_t>());
        else if (value.is_string() && !value.get<std::string>().empty()) facts.word(key, value.get<std::string>());
        else continue;
        facts.last_is_minor(key != "k" && key != "method" && key != "metric");
    }
    const auto chosen = session.options.find(session.method);
    const Options options(
        find_method(session.method).info.options, chosen == session.options.end() ? std::map<std::string, std::string>() : chosen->second);
    for (const auto& [name, value] : options.values()) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) facts.count("set." + name, *whole);
        else facts.word("set." + name, to_text(value));
    }
}

/// Least bytes and operations of a phase by its formula, and what its threads do for each byte.
void add_work(FactList& facts, const std::string& before, const std::string& behind, double bytes, double operations) {
    facts.count(before + "bytes" + behind, std::llround(bytes));
    facts.count(before + "operations" + behind, std::llround(operations));
    if (bytes > 0) facts.number(before + "operations per byte" + behind, operations / bytes, text_of_decimals(operations / bytes, 2));
}

/// What the distances read if nothing is kept: the coordinates of a point for each, 4 bytes a coordinate.
void add_reads(FactList& facts, const std::string& before, const std::vector<Counter>& counters, int dimension) {
    for (const Counter& one : counters)
        if (one.name == "distances") facts.count(before + "bytes of distances", one.value * 4 * dimension);
}

void add_phases(FactList& facts, const std::vector<TimingRow>& phases) {
    const TimingRow* costliest = nullptr;
    for (const TimingRow& row : phases) {
        if (row.lower_bound.is_complete()) add_work(facts, "", ", " + row.phase, row.lower_bound.bytes, row.lower_bound.operations);
        if (!costliest || row.median > costliest->median) costliest = &row;
    }
    if (costliest) facts.word("costliest phase", costliest->phase);
}

void add_batch(FactList& facts, const Batch& batch, int dimension) {
    facts.count("batch queries", batch.queries);
    for (const Counter& one : batch.counters) facts.count("batch " + one.name, one.value);
    add_reads(facts, "batch ", batch.counters, dimension);
    for (const auto& [phase, work] : batch.phases)
        if (work.is_complete()) add_work(facts, "batch ", ", " + phase, work.bytes, work.operations);
}

void add_list(FactList& facts, const ViewModel& view) {
    const auto distance = [&](const std::string& name, double value) { facts.number(name, value, text_of_distance(value)); };
    for (std::size_t i = 0; i < std::min(view.neighbours.size(), most_ranks); ++i) {
        const NeighbourRow& row = view.neighbours[i];
        const std::string rank = std::to_string(row.rank);
        facts.word("neighbour rank " + rank, "row " + std::to_string(row.file_row));
        distance("distance rank " + rank, row.distance);
    }
    const Exactness& exactness = view.exactness;
    for (std::size_t i = 0; i < std::min(exactness.missed.size(), most_ranks); ++i) {
        const NeighbourRow& row = exactness.missed[i];
        facts.word("missed rank " + std::to_string(row.rank), "row " + std::to_string(row.file_row));
        distance("missed distance rank " + std::to_string(row.rank), row.distance);
    }
    if (!view.neighbours.empty()) distance("k-th distance", view.kth_distance);
    if (exactness.known && exactness.of > 0) {
        const double recall = double(exactness.right) / exactness.of;
        facts.number("recall", recall, text_of_decimals(recall, 2));
        facts.count("found", exactness.right);
        facts.count("missed", exactness.of - exactness.right);
        facts.truth("tie", exactness.tie_beyond);
        if (exactness.within_rounding) facts.word("rounding sentence", explain_verdict(view));
    }
}

void add_spread(FactList& facts, const DistanceSpread& spread) {
    const auto distance = [&](const std::string& name, double value) { facts.number(name, value, text_of_distance(value)); };
    distance("nearest distance", spread.nearest);
    distance("farthest distance", spread.farthest);
    distance("mean distance", spread.mean);
    if (const double contrast = spread.relative_contrast(); std::isfinite(contrast))
        facts.number("contrast", contrast, text_of_times(contrast));
}

/// The classes of the neighbours and their vote, as the windows count it: without the query's own row.
void add_votes(FactList& facts, const SessionState& session, const ViewModel& view) {
    const std::shared_ptr<const Classes>& classes = view.classes.classes;
    if (!classes) return;
    if (view.classes.of_query >= 0) facts.word("class of query", classes->names[std::size_t(view.classes.of_query)]);
    VoteCounter counter(session.vote);
    std::int64_t voters = 0;
    for (const NeighbourRow& one : view.neighbours) {
        if (one.row < 0 || one.row >= std::ssize(classes->of_training)) return;  // the classes are of former points
        const std::int32_t of = classes->of_training[std::size_t(one.row)];
        if (one.rank <= int(most_ranks)) facts.word("class rank " + std::to_string(one.rank), classes->names[std::size_t(of)]);
        if (one.file_row == view.query_row) continue;
        counter.add(of, one.distance);
        ++voters;
    }
    if (voters == 0) return;
    facts.word("class", classes->names[std::size_t(counter.winner())]);
    facts.count("votes", counter.class_votes().front().count);
    facts.count("voters", voters);
}

/// Every row classified by its neighbours among all others, once that is complete.
void add_leave_one_out(FactList& facts, const LeaveOneOut& all) {
    if (!all.complete() || all.of == 0) return;
    const double accuracy = double(all.right()) / double(all.of);
    facts.count("classified", all.of);
    facts.count("misclassified", std::ssize(all.wrong));
    facts.number("accuracy", accuracy, text_of_decimals(accuracy, 3));
}

void add_faces(FactList& facts, const SessionState& session, const ViewModel& view) {
    const faces::Gallery* gallery = gallery_of(view);
    if (!gallery || !gallery->projects()) return;
    const double limit = unknown_limit(*gallery, session);
    double explained = 0;
    for (int i = 0; i < gallery->basis.count(); ++i) explained += gallery->basis.explained(i);
    facts.count("people", std::ssize(gallery->people));
    facts.count("pixels", std::int64_t(gallery->pixels()));
    facts.number("variance explained", explained, text_of_decimals(explained, 3));  // as the panel does, in percent
    facts.number("face space limit", limit, text_of_distance(limit));
    if (const std::optional<double> distance = face_space_of_query(view)) {
        facts.number("face space distance", *distance, text_of_distance(*distance));
        facts.truth("unknown", *distance > limit);
    }
}

void add_step(FactList& facts, const Stepping& stepping) {
    facts.count("steps", stepping.count);
    facts.word("step sentence", stepping.sentence);
    if (!stepping.phase.empty()) facts.word("phase of step", stepping.phase);
    if (stepping.bound > 0) facts.number("bound", stepping.bound, text_of_distance(stepping.bound));
}

void add_moving(FactList& facts, const Moving& moving) {
    facts.count("tick", moving.tick);
    if (moving.index.empty()) return;  // the method keeps no index
    facts.word("index", moving.index);
    facts.count("index rebuilds", moving.rebuilds);
    if (!(moving.compared.most > 0)) return;
    const auto computations = [&](const char* name, double value) { facts.number(name, value, text_of_decimals(value, 0)); };
    computations("computations before", moving.compared.last);
    computations("computations usual", moving.compared.usual);
    computations("computations limit", moving.compared.most);
}

/// The work of a search for the neighbours of every point.
void add_work_of_all(FactList& facts, const TreeWork& work) {
    const auto mean = [&](const char* name, double value) { facts.number(name, value, text_of_decimals(value, 1)); };
    mean("mean distances", work.distances.mean());
    mean("mean leaves visited", work.leaves.mean());
    facts.count("most distances", work.distances.most);
    facts.count("most leaves visited", work.leaves.most);
    if (work.balance.tasks > 0) {
        facts.count("tasks of all", work.balance.tasks);
        facts.number("mean task", work.balance.mean(), text_of_count(std::llround(work.balance.mean())));
        facts.number("heaviest task", work.balance.heaviest, text_of_count(std::llround(work.balance.heaviest)));
    }
}

}  // namespace

Facts facts_of(const SessionState& session, const ViewModel& view, const std::optional<Batch>& batch) {
    FactList facts;
    add_document(facts, session);
    facts.count("points", view.data.count);
    facts.count("dimensions", view.data.dimension);
    if (view.query_row >= 0) facts.word("query row", "row " + std::to_string(view.query_row));
    add_list(facts, view);
    add_phases(facts, view.timings.phases);
    add_reads(facts, "", view.counters, view.data.dimension);
    if (batch) add_batch(facts, *batch, view.data.dimension);
    for (const Counter& counter : view.counters) facts.count(counter.name, counter.value);
    if (view.tree && std::none_of(view.counters.begin(), view.counters.end(), [](const Counter& one) { return one.name == "leaves"; }))
        facts.count("leaves", view.tree->leaves);
    if (view.graph) facts.count("unreachable", std::int64_t(view.graph->unreachable.size()));
    if (view.spread) add_spread(facts, *view.spread);
    if (!view.data.filter.empty()) facts.count("allowed points", view.data.allowed);
    if (view.tree) facts.count("fullest leaf", view.tree->counts.most);
    if (view.tree && view.tree->work) add_work_of_all(facts, *view.tree->work);
    if (view.stepping.ready) add_step(facts, view.stepping);
    if (view.moving.available) add_moving(facts, view.moving);
    add_votes(facts, session, view);
    if (view.classes.leave_one_out) add_leave_one_out(facts, *view.classes.leave_one_out);
    add_faces(facts, session, view);
    return facts.take();
}

bool has_all_facts(const SessionState& session, const ViewModel& view) {
    if (view.stepping.recording) return false;
    if (view.neighbours.empty()) return true;
    if (view.timings.previous || view.timings.phase_runs == 0) return false;  // the phases, with their least work
    const Classifying& classes = view.classes;
    if (session.misclassified && classes.no_votes.empty() && !(classes.leave_one_out && !classes.is_classifying)) return false;
    if (view.tree && shows_work(session.cells) && !view.tree->work) return false;
    return view.exactness.known && view.spread;  // the spread of distances is measured last, behind the counting
}

}  // namespace neighborscope::lessons
