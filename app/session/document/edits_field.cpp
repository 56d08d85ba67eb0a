#include "app/session/document/edits_field.hpp"

#include "app/session/document/query_fields.hpp"
#include "app/session/document/session_fields.hpp"

#include <nlohmann/json.hpp>

namespace neighborscope {
namespace {

using nlohmann::json;

constexpr const char* must_be = R"(a list of {"add": [x, y]}, {"move": row, "at": [x, y]} and {"erase": row})";
constexpr std::int64_t max_rows = std::int64_t(1) << 53;

}  // namespace

json edits_to_json(const SessionState& state) {
    json list = json::array();
    std::int64_t next = 0;
    for (const PointEdits::Added& one : state.edits.added) {
        list.push_back({{"add", one.at}});
        if (!one.label.empty()) list.back()["class"] = one.label;
        if (one.number != next) list.back()["number"] = one.number;
        next = one.number + 1;
    }
    for (const PointEdits::Moved& one : state.edits.moved) list.push_back({{"move", one.row}, {"at", one.at}});
    for (const std::int64_t row : state.edits.erased) list.push_back({{"erase", row}});
    return list;
}

void edits_from_json(SessionState& state, const std::string& key, const json& value) {
    state.edits = {};
    if (value.is_null()) return;
    if (!value.is_array()) throw key_error(key, must_be, value);
    for (const json& one : value) {
        const auto has = [&](const char* name) { return one.is_object() && one.contains(name); };
        if (has("add") + has("move") + has("erase") != 1) throw key_error(key, must_be, one);
        if (has("add")) {
            state.edits.add(
                parse_position(key + ".add", one["add"]), has("class") ? parse_text(key + ".class", one["class"]) : std::string());
            if (has("number")) state.edits.added.back().number = whole_number(one["number"], key + ".number", 0, max_rows);
        } else if (has("move")) {
            if (!has("at")) throw key_error(key, must_be, one);
            state.edits.moved.push_back({whole_number(one["move"], key + ".move", 0, max_rows), parse_position(key + ".at", one["at"])});
        } else {
            state.edits.erased.push_back(whole_number(one["erase"], key + ".erase", 0, max_rows));
        }
    }
    state.edits.put_in_order();
}

std::vector<std::string> edits_arguments(const SessionState& state) {
    if (state.edits.empty()) return {};
    return {"--edits", edits_to_json(state).dump()};
}

std::string edits_change(const SessionState& before, const SessionState& after) {
    const PointEdits &a = before.edits, &b = after.edits;
    if (b.empty() && a.count() > 1) return "undo all edits";
    if (b.added.size() == a.added.size() + 1) return "add a point";
    if (b.erased.size() == a.erased.size() + 1 || b.added.size() + 1 == a.added.size()) return "erase a point";
    if (b.added.size() == a.added.size() && b.erased == a.erased) return "move a point";
    return "change points";
}

}  // namespace neighborscope
