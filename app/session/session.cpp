#include "app/session/session.hpp"

#include "app/data/output_file.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

namespace neighborscope {
namespace {

using nlohmann::json;

constexpr int newest_version = 1;

std::string_view name_of(QueryMode mode) { return mode == QueryMode::follow ? "follow" : "pinned"; }

Error wrong_key(const std::string& key, const std::string& must, const json& found) {
    std::string shown = found.dump(-1, ' ', false, json::error_handler_t::replace);
    if (shown.size() > 40) shown = shown.substr(0, 37) + "...";
    return Error(Failure::input, "session key \"" + key + "\" must be " + must + ", not " + shown, "correct or remove that key");
}

std::string text_at(const json& object, const char* key, std::string otherwise) {
    const auto found = object.find(key);
    if (found == object.end()) return otherwise;
    if (!found->is_string()) throw wrong_key(key, "a text in quotes", *found);
    return found->get<std::string>();
}

bool flag_at(const json& object, const char* key, bool otherwise) {
    const auto found = object.find(key);
    if (found == object.end()) return otherwise;
    if (!found->is_boolean()) throw wrong_key(key, "true or false", *found);
    return found->get<bool>();
}

/// A whole number in [from, to]; 16.0 counts as one.
std::int64_t integer(const json& value, const std::string& key, std::int64_t from, std::int64_t to) {
    const std::string must = "a whole number from " + std::to_string(from) + " to " + std::to_string(to);
    if (!value.is_number()) throw wrong_key(key, must, value);
    const double real = value.get<double>();
    if (!(real >= double(from) && real <= double(to)) || real != std::floor(real)) throw wrong_key(key, must, value);
    return value.get<std::int64_t>();
}

/// One of two words, by which of them it is.
bool second_of(const json& object, const char* key, const char* first, const char* second, bool otherwise) {
    const auto found = object.find(key);
    if (found == object.end()) return otherwise;
    if (found->is_string() && *found == first) return false;
    if (found->is_string() && *found == second) return true;
    throw wrong_key(key, '"' + std::string(first) + "\" or \"" + second + '"', *found);
}

CellsShown cells_at(const json& object, CellsShown otherwise) {
    const auto found = object.find("cells");
    if (found == object.end()) return otherwise;
    for (const CellsShown one : all_cells_shown)
        if (found->is_string() && *found == name(one)) return one;
    throw wrong_key("cells", "\"none\", \"outlines\", \"occupancy\", \"depth\", \"queries\" or \"work\"", *found);
}

std::map<std::string, std::map<std::string, std::string>> options_from(const json& value) {
    std::map<std::string, std::map<std::string, std::string>> options;
    if (!value.is_object()) throw wrong_key("options", "an object: method, then option, then value", value);
    for (const auto& [method, chosen] : value.items()) {
        if (!chosen.is_object()) throw wrong_key("options." + method, "an object: option, then value", chosen);
        for (const auto& [option, typed] : chosen.items()) {
            // Written as text; somebody who edits the file may as well write a number.
            if (typed.is_string()) options[method][option] = typed.get<std::string>();
            else if (typed.is_number() || typed.is_boolean()) options[method][option] = typed.dump();
            else throw wrong_key("options." + method + "." + option, "a text, a number, true or false", typed);
        }
    }
    return options;
}

std::vector<double> query_from(const json& value) {
    if (!value.is_array() || value.empty()) throw wrong_key("query", "a list of numbers", value);
    std::vector<double> query;
    for (const json& coordinate : value) {
        if (!coordinate.is_number() || !std::isfinite(coordinate.get<double>()))
            throw wrong_key("query", "a list of finite numbers", value);
        query.push_back(coordinate.get<double>());
    }
    return query;
}

std::string shortest(double value) {
    char text[40];
    const auto end = std::to_chars(text, text + sizeof text, value);
    return std::string(text, end.ptr);
}

std::string shell_word(const std::string& word) {
    const auto plain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || std::string_view("_-+=./:,@%").find(c) != std::string_view::npos;
    };
    bool all_plain = !word.empty();
    for (const char c : word) all_plain = all_plain && plain(c);
    if (all_plain) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

}  // namespace

std::string_view name(CellsShown shown) {
    switch (shown) {
        case CellsShown::none: return "none";
        case CellsShown::outlines: return "outlines";
        case CellsShown::occupancy: return "occupancy";
        case CellsShown::queries: return "queries";
        case CellsShown::work: return "work";
        case CellsShown::depth: break;
    }
    return "depth";
}

json to_json(const SessionState& state) {
    json object = state.unknown.is_object() ? state.unknown : json::object();
    if (!object.contains("neighborscope_session")) object["neighborscope_session"] = newest_version;
    object["data"] = state.data;
    object["columns"] = state.columns;
    object["label"] = state.label;
    object["strict"] = state.strict;
    object["method"] = state.method;
    object["options"] = state.options;
    object["device"] = state.device;
    object["k"] = state.k;
    object["metric"] = std::string(name(state.metric));
    object["exclude_self"] = state.exclude_self;
    object["query_mode"] = std::string(name_of(state.query_mode));
    object["query"] = state.query ? json(*state.query) : json();
    object["query_row"] = state.query_row ? json(*state.query_row) : json();
    object["view"] = state.three_d ? "3d" : "2d";
    object["links"] = state.links;
    object["colour_by"] = state.colour_by;
    object["network"] = state.network;
    object["cells"] = std::string(name(state.cells));
    object["morton"] = state.morton;
    object["lists"] = state.lists;
    object["list_queries"] = state.list_queries;
    object["stepping"] = state.stepping;
    object["step"] = state.step;
    object["theme"] = state.theme ? json(*state.theme == render::Theme::dark ? "dark" : "light") : json();
    return object;
}

SessionState session_from_json(const json& object) {
    if (!object.is_object() || !object.contains("neighborscope_session"))
        throw Error(Failure::input, "not a Neighborscope session: the key \"neighborscope_session\" is missing",
            "open a file written by \"Save session\"");
    const std::int64_t version = integer(object["neighborscope_session"], "neighborscope_session", 1, std::numeric_limits<int>::max());
    const SessionState preset;
    SessionState state;
    state.data = text_at(object, "data", preset.data);
    state.columns = text_at(object, "columns", preset.columns);
    state.label = text_at(object, "label", preset.label);
    state.strict = flag_at(object, "strict", preset.strict);
    state.method = text_at(object, "method", preset.method);
    if (object.contains("options")) state.options = options_from(object["options"]);
    state.device = text_at(object, "device", preset.device);
    if (!state.device.empty() && state.device != "host" && state.device != "cuda")
        throw wrong_key("device", "\"\", \"host\" or \"cuda\"", object["device"]);
    if (object.contains("k")) state.k = int(integer(object["k"], "k", 1, std::numeric_limits<int>::max()));
    if (object.contains("metric")) {
        try {
            state.metric = metric_named(text_at(object, "metric", ""));
        } catch (const Error& error) { throw Error(Failure::input, std::string("session key \"metric\": ") + error.what(), error.remedy); }
    }
    state.exclude_self = flag_at(object, "exclude_self", preset.exclude_self);
    state.query_mode = second_of(object, "query_mode", "follow", "pinned", false) ? QueryMode::pinned : QueryMode::follow;
    if (object.contains("query") && !object["query"].is_null()) state.query = query_from(object["query"]);
    if (object.contains("query_row") && !object["query_row"].is_null())
        state.query_row = integer(object["query_row"], "query_row", 0, std::int64_t(1) << 53);
    state.three_d = second_of(object, "view", "2d", "3d", false);
    state.links = flag_at(object, "links", preset.links);
    state.colour_by = text_at(object, "colour_by", preset.colour_by);
    state.network = flag_at(object, "network", preset.network);
    state.cells = cells_at(object, preset.cells);
    state.morton = flag_at(object, "morton", preset.morton);
    state.lists = text_at(object, "lists", preset.lists);
    state.list_queries = text_at(object, "list_queries", preset.list_queries);
    state.stepping = flag_at(object, "stepping", preset.stepping);
    if (object.contains("step")) state.step = integer(object["step"], "step", -most_steps - 1, most_steps);
    if (object.contains("theme") && !object["theme"].is_null())
        state.theme = second_of(object, "theme", "light", "dark", false) ? render::Theme::dark : render::Theme::light;

    // A newer version's keys, and its number, go back into the file unchanged.
    static const std::set<std::string> known = {"neighborscope_session", "data", "columns", "label", "strict", "method", "options",
        "device", "k", "metric", "exclude_self", "query_mode", "query", "query_row", "view", "links", "colour_by", "network", "cells",
        "morton", "lists", "list_queries", "stepping", "step", "theme"};
    for (const auto& [key, value] : object.items())
        if (!known.count(key) || (key == "neighborscope_session" && version > newest_version)) state.unknown[key] = value;
    return state;
}

void save_session(const SessionState& state, const std::string& path) {
    json object = to_json(state);
    // Files are named relative to the session, so that all can be moved together.
    namespace fs = std::filesystem;
    std::error_code ignored;
    for (const auto& [key, file] : {std::pair{"data", state.data}, {"lists", state.lists}, {"list_queries", state.list_queries}}) {
        if (file.empty() || !fs::path(file).is_relative() || !fs::exists(file, ignored)) continue;
        const fs::path beside = fs::absolute(path, ignored).parent_path();
        const fs::path relative = fs::relative(fs::absolute(file, ignored), beside, ignored);
        if (!relative.empty()) object[key] = relative.string();
    }
    write_file(path, object.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

SessionState load_session(const std::string& path) {
    namespace fs = std::filesystem;
    std::ifstream in(path, std::ios::binary);
    if (!in || fs::is_directory(path)) throw Error(Failure::input, path + ": cannot be read", "check the name and its permissions");
    json object;
    try {
        object = json::parse(in);
    } catch (const json::exception& error) {
        std::string why = error.what();
        for (char& c : why)
            if (c == '\n') c = ' ';
        if (const auto colon = why.find("] "); colon != std::string::npos) why = why.substr(colon + 2);
        throw Error(Failure::input, path + ": not JSON: " + why, "open a file written by \"Save session\"");
    }
    try {
        SessionState state = session_from_json(object);
        std::error_code ignored;
        for (std::string* file : {&state.data, &state.lists, &state.list_queries}) {
            const fs::path beside = fs::path(path).parent_path() / *file;
            if (!file->empty() && fs::path(*file).is_relative() && fs::exists(beside, ignored)) *file = beside.lexically_normal().string();
        }
        return state;
    } catch (const Error& error) { throw Error(error.kind, path + ": " + error.what(), error.remedy); }
}

std::string command_line(const SessionState& state) {
    std::string line = "neighborscope " + shell_word(state.data);
    if (!state.columns.empty()) line += " --columns " + shell_word(state.columns);
    if (!state.label.empty()) line += " --label " + shell_word(state.label);
    if (state.strict) line += " --strict";
    line += " --method " + shell_word(state.method) + " -k " + std::to_string(state.k);
    if (const auto chosen = state.options.find(state.method); chosen != state.options.end())
        for (const auto& [option, value] : chosen->second) line += " --set " + shell_word(option + "=" + value);
    if (!state.device.empty()) line += " --device " + state.device;
    if (state.metric != Metric::euclidean) line += " --metric " + std::string(name(state.metric));
    if (state.exclude_self) line += " --exclude-self";
    if (state.query_row) {
        line += " --query-index " + std::to_string(*state.query_row);
    } else if (state.query) {
        line += " --query ";
        for (std::size_t axis = 0; axis < state.query->size(); ++axis) line += (axis ? "," : "") + shortest((*state.query)[axis]);
    }
    if (!state.lists.empty()) line += " --compare " + shell_word(state.lists);
    if (!state.list_queries.empty()) line += " --compare-queries " + shell_word(state.list_queries);
    if (state.three_d) line += " --view 3d";
    if (!state.colour_by.empty()) line += " --colour-by " + shell_word(state.colour_by);
    if (!state.network) line += " --no-network";
    if (state.cells != SessionState().cells) line += " --cells " + std::string(name(state.cells));
    if (state.morton) line += " --morton";
    return line;
}

}  // namespace neighborscope
