#include "app/session/document/session.hpp"

#include "app/data/files/output_file.hpp"
#include "app/data/files/read_json.hpp"
#include "app/session/document/session_fields.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

namespace neighborscope {
namespace {

using nlohmann::json;

constexpr int newest_version = 1;
constexpr const char* version_key = "neighborscope_session";

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

json json_of(const SessionField& field, const SessionState& state) {
    return std::visit(Overloaded{
                          [&](const TextField& text) { return json(state.*text.member); },
                          [&](const FlagField& flag) { return json(state.*flag.member); },
                          [&](const NumberField& number) { return json(number.get(state)); },
                          [&](const ChoiceField& choice) {
                              const auto place = choice.get(state);
                              return place ? json(std::string(choice.words[*place])) : json();
                          },
                          [&](const OtherField& other) { return other.write(state); },
                      },
        field.holds);
}

/// Whether a key is an option of the command line, not a field of a session file.
bool is_option(const std::string& key) { return key.starts_with("--"); }

std::string named_key(const std::string& key) { return is_option(key) ? key : "session key \"" + key + "\""; }

/// "\"2d\" or \"3d\""
std::string one_of(const std::vector<std::string_view>& words) {
    std::string all;
    for (std::size_t i = 0; i < words.size(); ++i)
        all += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + ('"' + std::string(words[i]) + '"');
    return all;
}

void read_field(const SessionField& field, SessionState& state, const json& value) {
    const std::string key(field.key);
    std::visit(Overloaded{
                   [&](const TextField& text) { state.*text.member = checked_text(text, key, parse_text(key, value)); },
                   [&](const FlagField& flag) {
                       if (!value.is_boolean()) throw key_error(key, "true or false", value);
                       state.*flag.member = value.get<bool>();
                   },
                   [&](const NumberField& number) { number.set(state, whole_number(value, key, number.from, number.to)); },
                   [&](const ChoiceField& choice) {
                       if (value.is_null() && choice.may_be_none) return choice.set(state, std::nullopt);
                       const auto found = value.is_string() ? std::find(choice.words.begin(), choice.words.end(), value.get<std::string>())
                                                            : choice.words.end();
                       if (found == choice.words.end()) throw key_error(key, one_of(choice.words), value);
                       choice.set(state, std::size_t(found - choice.words.begin()));
                   },
                   [&](const OtherField& other) { other.read(state, key, value); },
               },
        field.holds);
}

bool is_equal(const SessionField& field, const SessionState& a, const SessionState& b) { return json_of(field, a) == json_of(field, b); }

void copy_field(const SessionField& field, SessionState& to, const SessionState& from) { read_field(field, to, json_of(field, from)); }

/// The words that set the field on a command line; none if it has no option, or its default value.
std::vector<std::string> arguments_of(const SessionField& field, const SessionState& state) {
    if (const auto* other = std::get_if<OtherField>(&field.holds)) return other->words ? other->words(state) : std::vector<std::string>();
    if (field.option.name.empty()) return {};
    if (field.option.copied ? !field.option.copied(state) : !field.option.always && is_equal(field, state, SessionState())) return {};
    const json value = json_of(field, state);
    std::vector<std::string> words = {std::string(field.option.name)};
    if (!std::holds_alternative<FlagField>(field.holds)) words.push_back(value.is_string() ? value.get<std::string>() : value.dump());
    return words;
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
    constexpr std::array<std::string_view, all_cells_shown.size()> names = {"none", "outlines", "occupancy", "depth", "queries", "work"};
    return names[std::size_t(shown)];
}

std::string_view name(ChartShown shown) {
    constexpr std::array<std::string_view, all_charts_shown.size()> names = {"none", "curves", "roofline"};
    return names[std::size_t(shown)];
}

std::string_view name(CurveQuantity shown) {
    constexpr std::array<std::string_view, all_curve_quantities.size()> names = {"time", "distances", "recall"};
    return names[std::size_t(shown)];
}

std::string parse_text(const std::string& key, const json& value) {
    if (!value.is_string()) throw key_error(key, "a text in quotes", value);
    auto words = value.get<std::string>();
    if (words.find('\0') != std::string::npos) throw key_error(key, "a text without NUL characters", value);
    return words;
}

const std::string& checked_text(const TextField& field, const std::string& key, const std::string& text) {
    if (field.check) try {
            field.check(text);
        } catch (const Error& error) { throw key_error(key, error); }
    return text;
}

Error key_error(const std::string& key, const std::string& must, const json& found) {
    std::string shown = found.dump(-1, ' ', false, json::error_handler_t::replace);
    if (shown.size() > 40) shown = shown.substr(0, 37) + "...";
    return Error(Failure::input, named_key(key) + " must be " + must + ", not " + shown,
        is_option(key) ? "" : "correct or remove that key");  // the command line adds its own remedy
}

Error key_error(const std::string& key, const Error& why) {
    return Error(is_option(key) ? Failure::usage : Failure::input, named_key(key) + ": " + why.what(), why.remedy);
}

std::int64_t whole_number(const json& value, const std::string& key, std::int64_t from, std::int64_t to) {
    const std::string must = "a whole number from " + std::to_string(from) + " to " + std::to_string(to);
    if (!value.is_number()) throw key_error(key, must, value);
    const double real = value.get<double>();
    if (!(real >= double(from) && real <= double(to)) || real != std::floor(real)) throw key_error(key, must, value);
    return value.get<std::int64_t>();
}

SessionState default_session() {
    SessionState session;
    session.data = "hotspots:n=4000,drift=400";
    session.method = "quadtree-coalesced";
    return session;
}

SessionState::SessionState() = default;
SessionState::SessionState(const SessionState&) = default;
SessionState::SessionState(SessionState&&) noexcept = default;
SessionState& SessionState::operator=(const SessionState&) = default;
SessionState& SessionState::operator=(SessionState&&) noexcept = default;
SessionState::~SessionState() = default;

json to_json(const SessionState& state) {
    json object = state.unknown_keys.empty() ? json::object() : json::parse(state.unknown_keys);
    if (!object.contains(version_key)) object[version_key] = newest_version;
    for (const SessionField& field : session_fields()) object[std::string(field.key)] = json_of(field, state);
    return object;
}

SessionState session_from_json(const json& object) {
    if (!object.is_object() || !object.contains(version_key))
        throw Error(Failure::input, "not a Neighborscope session: the key \"neighborscope_session\" is missing",
            "open a file written by \"Save session\"");
    const std::int64_t version = whole_number(object[version_key], version_key, 1, std::numeric_limits<int>::max());
    SessionState state;
    std::set<std::string> known;
    for (const SessionField& field : session_fields()) {
        const std::string& key = *known.emplace(field.key).first;
        if (const auto found = object.find(key); found != object.end()) read_field(field, state, *found);
    }
    // Keys of a newer version, and its number, are written back unchanged.
    if (version <= newest_version) known.insert(version_key);
    json unknown;
    for (const auto& [key, value] : object.items())
        if (!known.count(key)) unknown[key] = value;
    if (!unknown.empty()) state.unknown_keys = unknown.dump(-1, ' ', false, json::error_handler_t::replace);
    return state;
}

std::string later_version_warning(const SessionState& state) {
    if (state.unknown_keys.empty()) return {};
    const json kept = json::parse(state.unknown_keys);
    if (!kept.contains(version_key)) return {};
    std::string names;
    for (const auto& [key, value] : kept.items())
        if (key != version_key) names += (names.empty() ? ": " : ", ") + key;
    return "A later version of Neighborscope wrote this session. What this version does not know is kept, but not shown" + names;
}

void save_session(const SessionState& state, const std::string& path) {
    json object = to_json(state);
    // Paths are relative to the session file, so that all files can be moved together.
    namespace fs = std::filesystem;
    std::error_code ignored;
    for (const SessionField& field : session_fields()) {
        if (field.file.empty()) continue;
        const std::string& file = state.*std::get<TextField>(field.holds).member;
        if (file.empty() || !fs::path(file).is_relative() || !fs::exists(file, ignored)) continue;
        const fs::path beside = fs::absolute(path, ignored).parent_path();
        const fs::path relative = fs::relative(fs::absolute(file, ignored), beside, ignored);
        if (!relative.empty()) object[std::string(field.key)] = relative.string();
    }
    write_file(path, object.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

SessionState load_session(const std::string& path) {
    namespace fs = std::filesystem;
    const json object = read_json(path, "open a file written by \"Save session\"");
    try {
        SessionState state = session_from_json(object);
        std::error_code ignored;
        for (const SessionField& field : session_fields()) {
            if (field.file.empty()) continue;
            std::string& file = state.*std::get<TextField>(field.holds).member;
            const fs::path beside = fs::path(path).parent_path() / file;
            if (!file.empty() && fs::path(file).is_relative() && fs::exists(beside, ignored)) file = beside.lexically_normal().string();
        }
        return state;
    } catch (const Error& error) { throw Error(error.kind, path + ": " + error.what(), error.remedy); }
}

bool is_session_file(const std::string& path) {
    if (!path.ends_with(".json")) return false;
    std::ifstream in(path, std::ios::binary);
    std::string text(in ? largest_json : 0, '\0');
    in.read(text.data(), std::streamsize(text.size()));
    text.resize(std::size_t(in.gcount()));
    return text.empty() || text.find('"' + std::string(version_key) + '"') != std::string::npos;
}

std::string change_name(const SessionState& before, const SessionState& after) {
    for (const SessionField& field : session_fields()) {
        if (is_equal(field, before, after)) continue;
        if (field.undo.of) return field.undo.of(before, after);
        if (!field.undo.always.empty()) return std::string(field.undo.always);
    }
    return {};
}

void copy_fields_without_undo(SessionState& state, const SessionState& from) {
    for (const SessionField& field : session_fields())
        if (field.undo.always.empty() && !field.undo.of) copy_field(field, state, from);
}

void reset_fields_of_data(SessionState& next, const SessionState& before) {
    for (const SessionField& field : session_fields())
        if (field.of_data && is_equal(field, next, before)) copy_field(field, next, SessionState());
}

std::vector<std::string> command_arguments(const SessionState& state) {
    std::vector<std::string> all = {state.data};
    for (const SessionField& field : session_fields()) {
        const std::vector<std::string> words = arguments_of(field, state);
        all.insert(all.end(), words.begin(), words.end());
    }
    return all;
}

std::string command_line(const SessionState& state) { return joined_command_line(command_arguments(state)); }

std::string joined_command_line(const std::vector<std::string>& words) {
    std::string line = "neighborscope";
    for (const std::string& word : words) line += " " + shell_word(word);
    return line;
}

}  // namespace neighborscope
