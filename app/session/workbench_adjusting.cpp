// Parameters of data that a generator made: the data are made again while a slider is dragged, and the picture follows as fast as they can
// be made and searched.
#include "app/data/make/parameters.hpp"
#include "app/session/workbench_state.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

constexpr auto answered_within = std::chrono::seconds(2);  // a value that takes longer makes way for the newest one
constexpr std::int64_t most_ticks_walked = 500;
constexpr double most_moves_walked = 3e7;  // points times ticks: seconds on two cores

/// What of a source makes other data, not the same with other parameters: how many dimensions, which network.
std::map<std::string, std::string> kind_of_data(const std::string& source) {
    std::map<std::string, std::string> kind;
    const Generator* generator = generator_of(source);
    if (!generator) return kind;
    kind = given_parameters(source);
    kind.merge(given_parameters(std::string(generator->name) + ":" + std::string(generator->parameters)));
    for (const char* adjusted : {"n", "hotspots", "speed", "seed"}) kind.erase(adjusted);
    kind["generator"] = generator->name;
    return kind;
}

}  // namespace

void Workbench::change_data_parameter(const std::string& name, const std::string& text, bool merge) {
    State& state = *state_;
    SessionState next = state.now();
    if (!generator_of(next.data)) return;
    next.data = with_parameter(next.data, name, text);
    if (next.data == state.now().data) return;
    next.lists.clear();  // they are of other points
    next.list_queries.clear();
    state.keep_query(next, name);
    state.adjusting.waits = merge && state.adjusting.under_way;
    take_over(std::move(next), "change " + name, merge);
}

bool Workbench::State::adjusts() const {
    if (!data || opens) return false;
    const auto kind = kind_of_data(wanted_data.source);
    return !kind.empty() && kind == kind_of_data(loaded_data.source);
}

/// The query stays where it is seen. Where its point stays, too, it stays on that.
void Workbench::State::keep_query(SessionState& next, const std::string& parameter) const {
    if (parameter == "d") {
        next.query.reset();
        next.query_row.reset();
        return;
    }
    if (view.query.empty()) return;
    const auto given = given_parameters(next.data);
    const auto count = given.find("n");
    const bool same_points = parameter == "n" || parameter == "speed";
    const bool is_there = next.query_row && (count == given.end() || *next.query_row < std::atoll(count->second.c_str()));
    if (next.query_row && same_points && is_there) return;
    if (next.query_row || !next.query) next.query = view.query;
    next.query_row.reset();
}

/// The tick shown stays the tick shown where it is not too far to walk to. Playing goes on.
void Workbench::State::keep_tick() {
    if (!view.moving.available) return;
    const double moves = double(wanted_tick) * double(data->set.count());
    if (wanted_tick <= most_ticks_walked && moves <= most_moves_walked) return;
    view.said = "tick " + text_of_count(wanted_tick + 1) + " of " + text_of_count(data->set.count()) +
                " points is far to walk to again: they are at their first tick";
    wanted_tick = 0;
}

/// A value that was waiting is made when the one before is answered, or takes too long. True when it is.
bool Workbench::State::adjust_on() {
    if (!adjusting.waits) return false;
    if (choice() == wanted_data) {  // it was taken back
        adjusting.waits = false;
        return false;
    }
    if (adjusting.under_way && std::chrono::steady_clock::now() - adjusting.began < answered_within) return false;
    start_loading();
    return true;
}

/// The search of the data that were made again came to nothing: first the walk to their tick is left out, then they are shown without it.
void Workbench::State::give_up_adjusting() {
    if (!adjusting.under_way) return;
    const bool waited = adjusting.waits;
    if (!waited && wanted_tick > 0 && !adjusting.arrived) {
        view.said = "stopped on the way to tick " + text_of_count(wanted_tick + 1) + ": the points are at their first tick";
        wanted_tick = 0;
        ask();
        return;
    }
    if (adjusting.arrived) resident = std::move(adjusting.arrived);
    clear_answer();
    if (waited) loading_failed();
    adjusting = {};
}

}  // namespace neighborscope
