#include "app/session/session_fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

using nlohmann::json;

json options_to(const SessionState& state) { return state.options; }

/// Written as text; somebody who edits the file may as well write a number.
void options_from(SessionState& state, const std::string& key, const json& value) {
    if (!value.is_object()) throw wrong_key(key, "an object: method, then option, then value", value);
    state.options.clear();
    for (const auto& [method, chosen] : value.items()) {
        if (!chosen.is_object()) throw wrong_key(key + "." + method, "an object: option, then value", chosen);
        for (const auto& [option, typed] : chosen.items()) {
            if (typed.is_string()) state.options[method][option] = words_in(key + "." + method + "." + option, typed);
            else if (typed.is_number() || typed.is_boolean()) state.options[method][option] = typed.dump();
            else throw wrong_key(key + "." + method + "." + option, "a text, a number, true or false", typed);
        }
    }
}

/// Those of the method in use.
std::vector<std::string> options_words(const SessionState& state) {
    std::vector<std::string> words;
    if (const auto chosen = state.options.find(state.method); chosen != state.options.end())
        for (const auto& [option, value] : chosen->second) words.insert(words.end(), {"--set", option + "=" + value});
    return words;
}

json query_to(const SessionState& state) { return state.query ? json(*state.query) : json(); }

void query_from(SessionState& state, const std::string& key, const json& value) {
    if (!value.is_array() || value.empty()) throw wrong_key(key, "a list of numbers", value);
    std::vector<double> query;
    for (const json& coordinate : value) {
        if (!coordinate.is_number() || !(std::fabs(coordinate.get<double>()) <= double(std::numeric_limits<float>::max())))
            throw wrong_key(key, "a list of numbers that float32 holds", value);
        query.push_back(coordinate.get<double>());
    }
    state.query = std::move(query);
}

/// Where the query stands on a row, that row names it.
std::vector<std::string> query_words(const SessionState& state) {
    if (!state.query || state.query_row) return {};
    std::string position;
    for (const double coordinate : *state.query) position += (position.empty() ? "" : ",") + shortest_text(coordinate);
    return {"--query", position};
}

json query_row_to(const SessionState& state) { return state.query_row ? json(*state.query_row) : json(); }

void query_row_from(SessionState& state, const std::string& key, const json& value) {
    state.query_row = whole_number(value, key, 0, std::int64_t(1) << 53);
}

std::vector<std::string> query_row_words(const SessionState& state) {
    if (!state.query_row) return {};
    return {"--query-index", std::to_string(*state.query_row)};
}

template <class Value, std::size_t count>
std::vector<std::string_view> names_of(const std::array<Value, count>& values) {
    std::vector<std::string_view> names;
    for (const Value value : values) names.push_back(name(value));
    return names;
}

constexpr std::array metrics = {Metric::euclidean, Metric::manhattan, Metric::chebyshev};
constexpr std::array devices = {std::string_view(), std::string_view("host"), std::string_view("cuda")};

using State = SessionState;
using Place = std::optional<std::size_t>;

const std::vector<SessionField>& table() {
    static const std::vector<SessionField> fields = {
        {"data", TextField{&State::data}, {.shared = true}, true},
        {"columns", TextField{&State::columns}, {.name = "--columns", .shared = true}},
        {"label", TextField{&State::label}, {.name = "--label", .shared = true}},
        {"strict", FlagField{&State::strict}, {.name = "--strict", .shared = true}},
        {"method", TextField{&State::method},
            {.name = "--method", .type = "M", .group = "Question", .help = "one of `list methods`; without it heap", .always = true}},
        {"k",
            NumberField{1, std::numeric_limits<int>::max(), [](const State& state) { return std::int64_t(state.k); },
                [](State& state, std::int64_t k) { state.k = int(k); }},
            {.name = "-k", .type = "K", .group = "Question", .help = "how many neighbours; without it 16", .always = true}},
        {"options", OtherField{options_to, options_from, options_words}, {}},
        {"device",
            ChoiceField{{devices.begin(), devices.end()},
                [](const State& state) {
                    return Place(std::size_t(std::find(devices.begin(), devices.end(), state.device) - devices.begin()));
                },
                [](State& state, Place place) { state.device = devices[*place]; }},
            {.name = "--device", .type = "NAME", .group = "Question", .help = "cuda or host; without it cuda when there is one"}},
        {"metric",
            ChoiceField{names_of(metrics), [](const State& state) { return Place(std::size_t(state.metric)); },
                [](State& state, Place place) { state.metric = Metric(*place); }},
            {.name = "--metric", .type = "NAME", .group = "Question", .help = "euclidean (the default), manhattan or chebyshev"}},
        {"exclude_self", FlagField{&State::exclude_self},
            {.name = "--exclude-self", .group = "Question", .help = "leave out the point the query stands on"}},
        {"query_mode",
            ChoiceField{{"follow", "pinned"}, [](const State& state) { return Place(std::size_t(state.query_mode)); },
                [](State& state, Place place) { state.query_mode = QueryMode(*place); }},
            {}},
        {"query_row", OtherField{query_row_to, query_row_from, query_row_words}, {}},
        {"query", OtherField{query_to, query_from, query_words}, {}},
        {"lists", TextField{&State::lists},
            {.name = "--compare",
                .type = "LISTS",
                .group = "Question",
                .help = "lists that another program found, compared with the truth: see `neighborscope compare --help`"},
            true},
        {"list_queries", TextField{&State::list_queries},
            {.name = "--compare-queries",
                .type = "FILE",
                .group = "Question",
                .help = "the queries that these lists answer; without it every point asked"},
            true},
        {"view",
            ChoiceField{{"2d", "3d"}, [](const State& state) { return Place(state.three_d); },
                [](State& state, Place place) { state.three_d = *place == 1; }},
            {.name = "--view", .type = "2d|3d", .group = "Picture", .help = "2d (the default) or 3d"}},
        {"links", FlagField{&State::links}, {}},
        {"colour_by", TextField{&State::colour_by},
            {.name = "--colour-by",
                .type = "NAME",
                .group = "Picture",
                .help = "plain, file (its own colours), label, a column, or, with a quadtree, what the point's own query takes: "
                        "query-leaves or query-distances; without it the file's colours, else the label, else plain"}},
        {"network", FlagField{&State::network}, {.name = "--no-network", .group = "Picture", .help = "leave the street network out"}},
        {"cells",
            ChoiceField{names_of(all_cells_shown), [](const State& state) { return Place(std::size_t(state.cells)); },
                [](State& state, Place place) { state.cells = CellsShown(*place); }},
            {.name = "--cells",
                .type = "NAME",
                .group = "Picture",
                .help = "how the leaves of a quadtree or octree are drawn: none, outlines, coloured by occupancy (the default), by depth, "
                        "or, when every point asks, by queries or work (distances a query)"}},
        {"morton", FlagField{&State::morton},
            {.name = "--morton", .group = "Picture", .help = "draw the Morton order of a quadtree's leaves, a line from each to the next"}},
        {"stepping", FlagField{&State::stepping}, {}},
        {"step",
            NumberField{-most_steps - 1, most_steps, [](const State& state) { return state.step; },
                [](State& state, std::int64_t step) { state.step = step; }},
            {}},
        {"theme",
            ChoiceField{{"light", "dark"},
                [](const State& state) { return state.theme ? Place(*state.theme == render::Theme::dark) : std::nullopt; },
                [](State& state, Place place) {
                    state.theme.reset();
                    if (place) state.theme = *place == 1 ? render::Theme::dark : render::Theme::light;
                },
                true},
            {.name = "--theme", .type = "NAME", .group = "Picture", .help = "light or dark; without it the system's (a picture: light)"}},
    };
    return fields;
}

}  // namespace

std::span<const SessionField> session_fields() { return table(); }

}  // namespace neighborscope
