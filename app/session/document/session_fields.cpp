#include "app/session/document/session_fields.hpp"

#include "app/data/make/parameters.hpp"
#include "app/data/points/projection.hpp"
#include "app/data/points/row_conditions.hpp"
#include "app/measure/curve.hpp"
#include "app/session/document/contender_fields.hpp"
#include "app/session/document/edits_field.hpp"
#include "app/session/document/query_fields.hpp"
#include "app/session/document/seen_fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <set>

namespace neighborscope {
namespace {

using nlohmann::json;

json options_to_json(const SessionState& state) { return state.options; }

/// Values are written as text, but numbers are accepted, too.
void options_from_json(SessionState& state, const std::string& key, const json& value) {
    state.options.clear();
    if (value.is_null()) return;
    if (!value.is_object()) throw key_error(key, "an object: method, then option, then value", value);
    for (const auto& [method, chosen] : value.items()) {
        if (!chosen.is_object()) throw key_error(key + "." + method, "an object: option, then value", chosen);
        for (const auto& [option, typed] : chosen.items()) {
            if (typed.is_string()) state.options[method][option] = parse_text(key + "." + method + "." + option, typed);
            else if (typed.is_number() || typed.is_boolean()) state.options[method][option] = typed.dump();
            else throw key_error(key + "." + method + "." + option, "a text, a number, true or false", typed);
        }
    }
}

/// The options of the document's method.
std::vector<std::string> options_arguments(const SessionState& state) {
    std::vector<std::string> words;
    if (const auto chosen = state.options.find(state.method); chosen != state.options.end())
        for (const auto& [option, value] : chosen->second) words.insert(words.end(), {"--set", option + "=" + value});
    return words;
}

json projection_to_json(const SessionState& state) { return state.projection.empty() ? json() : json(state.projection); }

/// Accepts "components", "axes", or the numbers of two or three axes as text or list.
void projection_from_json(SessionState& state, const std::string& key, const json& value) {
    state.projection.clear();
    if (value.is_null()) return;
    std::string chosen;
    if (value.is_array()) {
        for (const json& axis : value) chosen += (chosen.empty() ? "" : ",") + axis.dump();
    } else {
        chosen = parse_text(key, value);
    }
    if (chosen.empty() || chosen == "components") return;
    if (chosen != "axes" && axes_in(chosen).empty()) throw key_error(key, "components, axes, or two or three axes from 1, as 3,7", value);
    state.projection = chosen;
}

std::vector<std::string> projection_arguments(const SessionState& state) {
    if (state.projection.empty()) return {};
    return {"--projection", state.projection};
}

std::string chart_change(const SessionState&, const SessionState& after) {
    return after.chart == ChartShown::none ? "show the points" : "show " + std::string(name(after.chart));
}

template <class Values>
std::vector<std::string_view> names_of(const Values& values) {
    std::vector<std::string_view> names;
    for (const auto value : values) names.push_back(name(value));
    return names;
}

/// Checks the range of curves; "": the default.
void check_range(const std::string& typed) {
    if (!typed.empty()) (void)measure::along_in(typed);
}

constexpr std::array devices = {std::string_view(), std::string_view("host"), std::string_view("cuda")};

constexpr std::int64_t most_ticks = 1000000000;
constexpr std::int64_t highest_level = 64;  // that an index file may have

using State = SessionState;
using Place = std::optional<std::size_t>;

/// The only key whose value differs between the maps; "": none or several do.
std::string changed_name(const std::map<std::string, std::string>& before, const std::map<std::string, std::string>& after) {
    std::set<std::string> names;
    for (const auto& [name, value] : before)
        if (const auto other = after.find(name); other == after.end() || other->second != value) names.insert(name);
    for (const auto& [name, value] : after)
        if (!before.contains(name)) names.insert(name);
    return names.size() == 1 ? "change " + *names.begin() : std::string();
}

std::string data_change(const State& before, const State& after) {
    const Generator* generator = generator_of(after.data);
    const bool same = generator && generator == generator_of(before.data);
    const std::string one = same ? changed_name(given_parameters(before.data), given_parameters(after.data)) : std::string();
    return one.empty() ? "open data" : one;
}

std::string options_change(const State& before, const State& after) {
    const auto of = [&](const State& state) {
        const auto found = state.options.find(after.method);
        return found == state.options.end() ? std::map<std::string, std::string>() : found->second;
    };
    const std::string one = of(after).empty() ? std::string() : changed_name(of(before), of(after));
    return one.empty() ? "change options" : one;
}

std::string mode_change(const State&, const State& after) {
    return after.query_mode == QueryMode::follow ? "follow the mouse" : "pin query";
}

json where_to_json(const State& state) { return state.where; }

void where_from_json(State& state, const std::string& key, const json& value) {
    state.where.clear();
    if (value.is_null()) return;
    if (!value.is_array()) throw key_error(key, R"(a list of conditions, such as ["class=quake", "mag>5"])", value);
    for (const json& one : value) {
        state.where.push_back(parse_text(key, one));
        try {
            check_condition(state.where.back());
        } catch (const Error& error) { throw key_error(key, error); }
    }
}

std::vector<std::string> where_arguments(const State& state) {
    std::vector<std::string> words;
    for (const std::string& one : state.where) words.insert(words.end(), {"--where", one});
    return words;
}

std::string filter_change(const State&, const State& after) {
    return after.where.empty() && after.mask.empty() ? "allow all rows" : "change the filter";
}

std::string lists_change(const State&, const State& after) { return after.lists.empty() ? "close lists" : "compare lists"; }

const std::vector<SessionField>& table() {
    static const std::vector<SessionField> fields = {
        {"data", TextField{&State::data}, data_change, {.shared = true}, false, "the data"},
        {"columns", TextField{&State::columns}, "choose columns", {.name = "--columns", .shared = true}, true},
        {"array", TextField{&State::array}, "choose the array", {.name = "--array", .shared = true}, true},
        {"index", TextField{&State::index}, "choose the index", {.name = "--index", .shared = true}, true, "the index"},
        {"index_hash", TextField{&State::index_hash}, "", {}, true},
        {"label", TextField{&State::label}, "choose columns", {.name = "--label", .shared = true}, true},
        {"metres", FlagField{&State::metres}, "metres on the ground", {.name = "--metres", .shared = true}, true},
        {"whiten", FlagField{&State::whiten}, "whitened distances", {.name = "--whiten", .shared = true}, true},
        {"enrolled", OtherField{enrolled_to_json, enrolled_from_json, enrolled_arguments}, enrolled_change,
            {.name = "--enrol",
                .type = "JSON",
                .group = "Question",
                .help = "people added to a gallery of faces: [{\"person\": \"Ann\", \"file\": \"ann.jpg\"}]"},
            true},
        {"edits", OtherField{edits_to_json, edits_from_json, edits_arguments}, edits_change,
            {.name = "--edits",
                .type = "JSON",
                .group = "Question",
                .help = "points changed by hand: [{\"add\": [1, 2], \"class\": \"a\"}, {\"move\": 12, \"at\": [3, 4]}, {\"erase\": 17}]; "
                        "rows count from 0"},
            true},
        {"pictures", TextField{&State::pictures}, "choose the pictures", {.name = "--pictures", .shared = true}, true,
            "the list of pictures"},
        {"where", OtherField{where_to_json, where_from_json, where_arguments}, filter_change, {.shared = true}, true},
        {"mask", TextField{&State::mask}, filter_change, {.name = "--mask", .shared = true}, true, "the mask of rows"},
        {"strict", FlagField{&State::strict}, "refuse rows", {.name = "--strict", .shared = true}},
        {"every",
            NumberField{0, std::numeric_limits<std::int64_t>::max(), [](const State& state) { return state.every; },
                [](State& state, std::int64_t every) { state.every = every; }},
            "read other rows", {.name = "--every", .shared = true}, true},
        {"method", TextField{&State::method, [](const std::string& name) { (void)find_method(name); }}, "change method",
            {.name = "--method", .type = "M", .group = "Question", .help = "a method of `list methods`; by default heap", .always = true}},
        {"k",
            NumberField{1, std::numeric_limits<int>::max(), [](const State& state) { return std::int64_t(state.k); },
                [](State& state, std::int64_t k) { state.k = int(k); }},
            "change k", {.name = "-k", .type = "K", .group = "Question", .help = "how many neighbours; by default 16", .always = true}},
        {"options", OtherField{options_to_json, options_from_json, options_arguments}, options_change},
        {"device",
            ChoiceField{{devices.begin(), devices.end()},
                [](const State& state) {
                    return Place(std::size_t(std::find(devices.begin(), devices.end(), state.device) - devices.begin()));
                },
                [](State& state, Place place) { state.device = devices[*place]; }},
            "change device",
            {.name = "--device",
                .type = "NAME",
                .group = "Question",
                .help = "cuda (cuda:1 for the second of several) or host; by default cuda when there is one. Several share the points: "
                        "cuda:0,1, "
                        "cuda:all, host,host"}},
        {"metric",
            ChoiceField{names_of(all_metrics), [](const State& state) { return Place(std::size_t(state.metric)); },
                [](State& state, Place place) { state.metric = Metric(*place); }},
            "change metric",
            {.name = "--metric",
                .type = "NAME",
                .group = "Question",
                .help =
                    "euclidean (the default, unless the data are an index with another), manhattan, chebyshev, cosine or inner-product"}},
        {"race", OtherField{race_to_json, race_from_json, race_arguments}, race_change,
            {.name = "--race",
                .type = "A,B[,C[,D]]",
                .group = "Question",
                .help = "compare 2 to 4 methods on one query side by side, with their phases on one axis; or compare settings: "
                        "heap:threads=64,heap:threads=256, or metric=euclidean,metric=manhattan"}},
        {"exclude_self", FlagField{&State::exclude_self}, "exclude self",
            {.name = "--exclude-self",
                .group = "Question",
                .help = "if a query is a point of the data, do not return that point as its own neighbour"}},
        {"vote",
            ChoiceField{names_of(all_votings), [](const State& state) { return Place(std::size_t(state.vote)); },
                [](State& state, Place place) { state.vote = Voting(*place); }},
            "change the vote",
            {.name = "--vote",
                .type = "NAME",
                .group = "Question",
                .help = "how neighbours vote for a class: majority (the default), rank (1 / rank) or distance (1 / distance)"}},
        {"query_row", OtherField{query_row_to_json, query_row_from_json, query_row_arguments}, "move query", {}, true},
        {"query", OtherField{query_to_json, query_from_json, query_arguments}, "move query", {}, true},
        {"query_picture", TextField{&State::query_picture}, "change the query picture",
            {.name = "--query-picture",
                .type = "FILE",
                .group = "Question",
                .help = "the picture file that is the query, when the data are a gallery of faces"},
            true, "the query's picture"},
        {"query_crop", OtherField{crop_to_json, crop_from_json, crop_arguments}, "crop",
            {.name = "--query-crop",
                .type = "X,Y,WIDTH[,ANGLE]",
                .group = "Question",
                .help = "the face in that picture: its middle and width in pixels, and its clockwise rotation in degrees"},
            true},
        {"unknown_above", OtherField{unknown_limit_to_json, unknown_limit_from_json, unknown_limit_arguments}, "change the limit",
            {.name = "--unknown-above",
                .type = "DISTANCE",
                .group = "Question",
                .help =
                    "pictures farther from the face space of the gallery are unknown; by default 99 of 100 of its own pictures are nearer"},
            true},
        {"query_mode",
            ChoiceField{{"follow", "pinned"}, [](const State& state) { return Place(std::size_t(state.query_mode)); },
                [](State& state, Place place) { state.query_mode = QueryMode(*place); }},
            mode_change},
        {"lists", TextField{&State::lists}, lists_change,
            {.name = "--compare",
                .type = "LISTS",
                .group = "Question",
                .help = "a file of neighbour lists that another program found, to compare with the true neighbours: see `neighborscope "
                        "compare --help`"},
            true, "the lists that are compared"},
        {"list_queries", TextField{&State::list_queries}, lists_change,
            {.name = "--compare-queries",
                .type = "FILE",
                .group = "Question",
                .help = "the file of queries that these lists answer; without it every point is a query (self-join)"},
            true, "the queries of the lists"},
        {"lists_squared", FlagField{&State::lists_squared}, "take square roots",
            {.name = "--compare-squared", .group = "Question", .help = "the distances in these lists are squared"}, true},
        {"view", OtherField{view_to_json, view_from_json, view_arguments}, "view in 2-D or 3-D",
            {.name = "--view",
                .type = "2d|3d|2d:X,Y,HEIGHT|3d:X,Y,Z,HEIGHT,AZIMUTH,ELEVATION",
                .group = "Picture",
                .help = "2d or 3d; by default 3d for points in three dimensions, else 2d. With a place: what is in the middle of the view, "
                        "how much of the data its height shows, and in 3-D the direction of the eye in degrees"},
            true},
        {"camera", OtherField{camera_to_json, camera_from_json}, "", {}, true},
        {"notes", OtherField{notes_to_json, notes_from_json, notes_arguments}, "change a note",
            {.name = "--notes",
                .type = "JSON",
                .group = "Picture",
                .help = "texts on the picture with arrows to rows or places: [{\"text\": \"the hub\", \"row\": 17}, {\"text\": \"a gap\", "
                        "\"at\": [1, 2, 0], \"offset\": [40, -60], \"ring\": false}]"},
            true},
        {"title", TextField{&State::title, check_title}, "change the title",
            {.name = "--title", .type = "TEXT", .group = "Picture", .help = "a line above the picture, also the title of the window"},
            true},
        {"docks", OtherField{docks_to_json, docks_from_json, docks_arguments}, "",
            {.name = "--docks",
                .type = "left,right,bottom|none",
                .group = "Picture",
                .help = "the parts of the window beside the view that are shown: left,right (the default), bottom, or none"}},
        {"cards", OtherField{cards_to_json, cards_from_json, cards_arguments}, "",
            {.name = "--cards",
                .type = "NAME=open|folded|RIGHT:DOWN[,...]",
                .group = "Picture",
                .help = "cards over the picture that are open or folded, or pinned to a place in shares of the view: "
                        "legend=folded,timings=open:0:0.9; without it they are placed and folded by themselves"}},
        {"timings", FlagField{&State::timings}, "times in the picture",
            {.name = "--no-timings",
                .group = "Picture",
                .help = "write no times into the picture, so that two pictures of the same search are equal to the byte; charts of times "
                        "still have them"}},
        {"projection", OtherField{projection_to_json, projection_from_json, projection_arguments}, "change the projection",
            {.name = "--projection",
                .type = "components|axes|I,J[,K]",
                .group = "Picture",
                .help = "what to show of more than three dimensions: their principal components (the default), their first or widest axes, "
                        "or axes I, J and K, from 1"},
            true},
        {"polar",
            ChoiceField{{"off", "on"}, [](const State& state) { return state.polar ? Place(*state.polar) : std::nullopt; },
                [](State& state, Place place) {
                    state.polar.reset();
                    if (place) state.polar = *place == 1;
                },
                true},
            "polar view",
            {.name = "--polar",
                .type = "on|off",
                .group = "Picture",
                .help = "show beside the picture the points at their true distances around the query; by default on for more than three "
                        "dimensions"},
            true},
        {"links", FlagField{&State::links}, "neighbour links",
            {.name = "--no-links", .group = "Picture", .help = "do not draw lines from the query to its neighbours"}},
        {"gallery", FlagField{&State::gallery}, "gallery",
            {.name = "--no-gallery", .group = "Picture", .help = "do not show the gallery of all pictures, when rows are pictures"}},
        {"colour_by", TextField{&State::colour_by}, "colour by",
            {.name = "--colour-by",
                .type = "NAME",
                .group = "Picture",
                .help = "plain, file (the colours in the file), label, the name of a column, or, with a tree, the work of each point's own "
                        "query: query-leaves or query-distances; by default the colours in the file, else the label, else plain"},
            true},
        {"regions", FlagField{&State::regions}, "decision regions",
            {.name = "--regions",
                .group = "Picture",
                .help = "colour every place by the class that its neighbours vote for, for labelled points in 2 dimensions; a picture gets "
                        "the finest grid that 10 seconds allow"}},
        {"misclassified", FlagField{&State::misclassified}, "misclassified points",
            {.name = "--misclassified",
                .group = "Picture",
                .help = "classify every point by its neighbours among all other points, and ring the points that get a wrong class"}},
        {"network", FlagField{&State::network}, "street network",
            {.name = "--no-network", .group = "Picture", .help = "do not draw the street network"}},
        {"links_level",
            NumberField{-1, highest_level, [](const State& state) { return std::int64_t(state.links_level); },
                [](State& state, std::int64_t level) { state.links_level = int(level); }},
            "links of the index",
            {.name = "--links-level",
                .type = "N",
                .group = "Picture",
                .help = "if the data are an index with a graph: the level whose links are drawn, by default 0; -1: none"},
            true},
        {"cells",
            ChoiceField{names_of(all_cells_shown), [](const State& state) { return Place(std::size_t(state.cells)); },
                [](State& state, Place place) { state.cells = CellsShown(*place); }},
            "cells",
            {.name = "--cells",
                .type = "NAME",
                .group = "Picture",
                .help = "how to draw the leaves of the tree: none, outlines, or coloured by occupancy (the default), depth, or, with every "
                        "point as a query (self-join), queries or work (distances per query)"}},
        {"morton", FlagField{&State::morton}, "order of leaves",
            {.name = "--morton",
                .group = "Picture",
                .help = "draw a line through the leaves of the tree in their order (Morton; Hilbert for leaf-warp)"}},
        {"chart",
            ChoiceField{names_of(all_charts_shown), [](const State& state) { return Place(std::size_t(state.chart)); },
                [](State& state, Place place) { state.chart = ChartShown(*place); }},
            chart_change,
            {.name = "--chart",
                .type = "NAME",
                .group = "Picture",
                .help = "show a chart instead of the points: curves (time or work of methods along --along) or roofline (the phases of the "
                        "search below the peak rates of the device)"}},
        {"curve_methods", OtherField{curve_methods_to_json, curve_methods_from_json, curve_methods_arguments}, "methods of the curves",
            {.name = "--curve-methods",
                .type = "A[,B...]",
                .group = "Picture",
                .help = "the methods of the curves; options follow a colon: heap,heap:threads=64; by default the method shown"}},
        {"curve_along", TextField{&State::curve_along, check_range}, "range of the curves",
            {.name = "--curve-along",
                .type = "NAME=FROM:TO",
                .group = "Picture",
                .help = "what varies along the axis of the curves: n, k, queries, dimension or an option, as in `neighborscope curve "
                        "--along`"}},
        {"curve_shows",
            ChoiceField{names_of(all_curve_quantities), [](const State& state) { return Place(std::size_t(state.curve_quantity)); },
                [](State& state, Place place) { state.curve_quantity = CurveQuantity(*place); }},
            "what curves show",
            {.name = "--curve-shows",
                .type = "NAME",
                .group = "Picture",
                .help = "what the curves show: time (the default), distances or recall"}},
        {"curve_queries",
            NumberField{0, 1000000000, [](const State& state) { return state.curve_queries; },
                [](State& state, std::int64_t count) { state.curve_queries = count; }},
            "queries of the curves",
            {.name = "--curve-queries",
                .type = "N",
                .group = "Picture",
                .help = "how many random queries are searched for each value of the curves, by default 100; 0: every point is a query "
                        "(self-join)"}},
        {"tick",
            NumberField{
                0, most_ticks, [](const State& state) { return state.tick; }, [](State& state, std::int64_t tick) { state.tick = tick; }},
            "", {.name = "--tick", .type = "N", .group = "Picture", .help = "show moving points at this tick, from 0"}, true},
        {"index_tick",
            NumberField{-1, most_ticks, [](const State& state) { return state.index_tick; },
                [](State& state, std::int64_t tick) { state.index_tick = tick; }},
            "",
            {.name = "--index-tick",
                .type = "N",
                .group = "Picture",
                .help = "build the index at this tick and keep it until --tick; by default it is built at --tick"},
            true},
        {"stepping", FlagField{&State::stepping}, ""},
        {"step",
            NumberField{-most_steps - 1, most_steps, [](const State& state) { return state.step; },
                [](State& state, std::int64_t step) { state.step = step; }},
            "",
            {.name = "--step",
                .type = "N",
                .group = "Picture",
                .help = "step through the search, and show it after N steps, with timeline and pseudo-code: 0 is before the first step, -1 "
                        "after the last",
                .copied = [](const State& state) { return state.stepping; }}},
        {"presenting", FlagField{&State::presenting}, "",
            {.name = "--present",
                .group = "Picture",
                .help = "for a projector: larger, with facts above, and below a sentence and (with --step) the visited leaves"}},
        {"theme",
            ChoiceField{{"light", "dark"},
                [](const State& state) { return state.theme ? Place(*state.theme == render::Theme::dark) : std::nullopt; },
                [](State& state, Place place) {
                    state.theme.reset();
                    if (place) state.theme = *place == 1 ? render::Theme::dark : render::Theme::light;
                },
                true},
            "change theme",
            {.name = "--theme",
                .type = "NAME",
                .group = "Picture",
                .help = "light or dark; by default as the system, for a picture light"}},
    };
    return fields;
}

}  // namespace

std::span<const SessionField> session_fields() { return table(); }

}  // namespace neighborscope
