#include "app/session/document/query_fields.hpp"

#include "app/data/save/csv_text.hpp"
#include "app/session/document/session_fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace neighborscope {
namespace {

using nlohmann::json;

json json_of(const faces::Crop& crop) { return {crop.x, crop.y, crop.width, crop.angle}; }

faces::Crop parse_crop(const std::string& key, const json& value) {
    constexpr double most = 1e9;
    const auto is_number = [](const json& one) { return one.is_number() && std::fabs(one.get<double>()) <= most; };
    if (!value.is_array() || value.size() < 3 || value.size() > 4 || !std::all_of(value.begin(), value.end(), is_number) ||
        !(value[2].get<double>() > 0))
        throw key_error(key, "x, y of the middle, a width above 0 and the angle", value);
    return {value[0], value[1], value[2], value.size() > 3 ? value[3].get<double>() : 0};
}

}  // namespace

std::vector<double> parse_position(const std::string& key, const json& value) {
    std::vector<double> place;
    if (!value.is_array() || value.empty()) throw key_error(key, "a list of numbers", value);
    for (const json& coordinate : value) {
        if (!coordinate.is_number() || !(std::fabs(coordinate.get<double>()) <= double(std::numeric_limits<float>::max())))
            throw key_error(key, "a list of numbers that float32 holds", value);
        place.push_back(coordinate.get<double>());
    }
    return place;
}

json query_to_json(const SessionState& state) { return state.query ? json(*state.query) : json(); }

void query_from_json(SessionState& state, const std::string& key, const json& value) {
    state.query.reset();
    if (value.is_null()) return;
    state.query = parse_position(key, value);
}

/// No coordinates if the query is a row, which query_row_arguments() names.
std::vector<std::string> query_arguments(const SessionState& state) {
    if (!state.query || state.query_row) return {};
    std::string position;
    for (const double coordinate : *state.query) append_number(position += position.empty() ? "" : ",", coordinate);
    return {"--query", position};
}

json query_row_to_json(const SessionState& state) { return state.query_row ? json(*state.query_row) : json(); }

void query_row_from_json(SessionState& state, const std::string& key, const json& value) {
    state.query_row.reset();
    if (!value.is_null()) state.query_row = whole_number(value, key, 0, std::int64_t(1) << 53);
}

std::vector<std::string> query_row_arguments(const SessionState& state) {
    if (!state.query_row) return {};
    return {"--query-index", std::to_string(*state.query_row)};
}

json crop_to_json(const SessionState& state) { return state.query_crop ? json_of(*state.query_crop) : json(); }

void crop_from_json(SessionState& state, const std::string& key, const json& value) {
    state.query_crop.reset();
    if (!value.is_null()) state.query_crop = parse_crop(key, value);
}

json unknown_limit_to_json(const SessionState& state) { return state.unknown_above ? json(*state.unknown_above) : json(); }

void unknown_limit_from_json(SessionState& state, const std::string& key, const json& value) {
    state.unknown_above.reset();
    if (value.is_null()) return;
    if (!value.is_number() || !(value.get<double>() >= 0 && value.get<double>() <= 1e30))
        throw key_error(key, "a number, 0 or more", value);
    state.unknown_above = value.get<double>();
}

std::vector<std::string> unknown_limit_arguments(const SessionState& state) {
    if (!state.unknown_above) return {};
    std::string number;
    append_number(number, *state.unknown_above);
    return {"--unknown-above", number};
}

/// "x,y,width,angle", for --query-crop.
std::vector<std::string> crop_arguments(const SessionState& state) {
    if (!state.query_crop) return {};
    std::string words;
    for (const double number : {state.query_crop->x, state.query_crop->y, state.query_crop->width, state.query_crop->angle})
        append_number(words += words.empty() ? "" : ",", number);
    return {"--query-crop", words};
}

json enrolled_to_json(const SessionState& state) {
    json list = json::array();
    for (const faces::Enrolled& one : state.enrolled) {
        list.push_back({{"person", one.person}, {"file", one.file}});
        if (one.crop) list.back()["crop"] = json_of(*one.crop);
    }
    return list;
}

void enrolled_from_json(SessionState& state, const std::string& key, const json& value) {
    state.enrolled.clear();
    if (value.is_null()) return;
    if (!value.is_array()) throw key_error(key, "a list of {\"person\", \"file\", \"crop\"}", value);
    for (const json& one : value) {
        if (!one.is_object() || !one.contains("person") || !one.contains("file"))
            throw key_error(key, "a list of {\"person\", \"file\", \"crop\"}", one);
        state.enrolled.push_back({parse_text(key + ".file", one["file"]), parse_text(key + ".person", one["person"]), {}});
        if (one.contains("crop") && !one["crop"].is_null()) state.enrolled.back().crop = parse_crop(key + ".crop", one["crop"]);
    }
}

std::vector<std::string> enrolled_arguments(const SessionState& state) {
    if (state.enrolled.empty()) return {};
    return {"--enrol", enrolled_to_json(state).dump()};
}

std::string enrolled_change(const SessionState& before, const SessionState& after) {
    return after.enrolled.size() > before.enrolled.size() ? "enrol " + after.enrolled.back().person : "remove people";
}

}  // namespace neighborscope
