#include "app/lessons/facts.hpp"

#include "app/inspect/graph_rows.hpp"
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
    Facts take() { return std::move(facts_); }

private:
    Facts facts_;
};

/// Numbers and words of the document; lists and objects have no name.
void add_document(FactList& facts, const SessionState& session) {
    const nlohmann::json fields = to_json(session);
    for (const auto& [key, value] : fields.items()) {
        if (value.is_number_integer()) facts.count(key, value.get<std::int64_t>());
        else if (value.is_string() && !value.get<std::string>().empty()) facts.word(key, value.get<std::string>());
    }
    const auto chosen = session.options.find(session.method);
    const Options options(
        find_method(session.method).info.options, chosen == session.options.end() ? std::map<std::string, std::string>() : chosen->second);
    for (const auto& [name, value] : options.values()) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) facts.count("set." + name, *whole);
        else facts.word("set." + name, to_text(value));
    }
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

}  // namespace

Facts facts_of(const SessionState& session, const ViewModel& view) {
    FactList facts;
    add_document(facts, session);
    facts.count("points", view.data.count);
    facts.count("dimensions", view.data.dimension);
    if (view.query_row >= 0) facts.word("query row", "row " + std::to_string(view.query_row));
    add_list(facts, view);
    for (const Counter& counter : view.counters) facts.count(counter.name, counter.value);
    if (view.tree && std::none_of(view.counters.begin(), view.counters.end(), [](const Counter& one) { return one.name == "leaves"; }))
        facts.count("leaves", view.tree->leaves);
    if (view.graph) facts.count("unreachable", std::int64_t(view.graph->unreachable.size()));
    if (view.spread) add_spread(facts, *view.spread);
    return facts.take();
}

}  // namespace neighborscope::lessons
