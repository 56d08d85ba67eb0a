#include "app/session/document/contender_fields.hpp"

#include "app/session/document/contender.hpp"
#include "app/session/document/session_fields.hpp"

#include <nlohmann/json.hpp>

#include <sstream>

namespace neighborscope {
namespace {

using nlohmann::json;

/// A list of texts, or one text with commas between them; null: none. Input Error that names the key.
std::vector<std::string> parse_texts(const std::string& key, const json& value) {
    std::vector<std::string> texts;
    if (value.is_string()) {
        std::istringstream typed(value.get<std::string>());
        for (std::string text; std::getline(typed, text, ',');) texts.push_back(text);
    } else if (value.is_array()) {
        for (const json& one : value) texts.push_back(parse_text(key, one));
    } else if (!value.is_null()) {
        throw key_error(key, "a list of methods", value);
    }
    return texts;
}

/// contender_in, with an Error that names the key.
Contender contender_of(const std::string& key, const std::string& text, const std::string& method) {
    try {
        return contender_in(text, method);
    } catch (const Error& error) { throw key_error(key, error); }
}

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "" : ",") + text;
    return all;
}

}  // namespace

json race_to_json(const SessionState& state) {
    if (state.compared.empty()) return {};
    json all = json::array({state.method});
    for (const std::string& one : state.compared) all.push_back(one);
    return all;
}

void race_from_json(SessionState& state, const std::string& key, const json& value) {
    state.compared.clear();
    if (value.is_null()) return;
    std::vector<std::string> texts = parse_texts(key, value);
    if (texts.size() < 2 || texts.size() > max_contenders)
        throw key_error(
            key, Error(Failure::usage,
                     "2 to " + std::to_string(max_contenders) + " methods can be compared, but this names " + std::to_string(texts.size()),
                     "for example heap,ppw, or heap:threads=64,heap:threads=256"));
    apply_contender(state, contender_of(key, texts.front(), state.method));
    texts.erase(texts.begin());
    for (const std::string& text : texts) contender_of(key, text, state.method);
    state.compared = std::move(texts);
}

std::vector<std::string> race_arguments(const SessionState& state) {
    if (state.compared.empty()) return {};
    return {"--race", state.method + "," + joined(state.compared)};
}

std::string race_change(const SessionState& before, const SessionState& after) {
    if (after.compared.size() == before.compared.size()) return "change a compared method";
    return after.compared.size() > before.compared.size() ? "add a method" : "remove a method";
}

json curve_methods_to_json(const SessionState& state) { return state.curve_methods.empty() ? json() : json(state.curve_methods); }

void curve_methods_from_json(SessionState& state, const std::string& key, const json& value) {
    state.curve_methods = parse_texts(key, value);
    for (const std::string& text : state.curve_methods) contender_of(key, text, state.method);
}

std::vector<std::string> curve_methods_arguments(const SessionState& state) {
    if (state.curve_methods.empty()) return {};
    return {"--curve-methods", joined(state.curve_methods)};
}

}  // namespace neighborscope
