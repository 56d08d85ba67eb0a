#include "app/session/document/seen_fields.hpp"

#include "app/data/save/csv_text.hpp"
#include "app/session/document/session_fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace neighborscope {
namespace {

using nlohmann::json;

constexpr double largest = 1e38;  // as coordinates of float32
constexpr double steepest = 90;   // degrees
constexpr const char* camera_text = "2d:X,Y,HEIGHT or 3d:X,Y,Z,HEIGHT,AZIMUTH,ELEVATION[,RIGHT,DOWN]";

bool is_number(const json& value) { return value.is_number() && std::fabs(value.get<double>()) <= largest; }

/// The numbers of a camera as --view has them.
std::vector<double> numbers_of(const SavedCamera& camera) {
    if (!camera.three_d) return {camera.centre[0], camera.centre[1], camera.height};
    std::vector<double> all = {camera.centre[0], camera.centre[1], camera.centre[2], camera.height, camera.azimuth, camera.elevation};
    if (camera.shift != std::array<double, 2>{}) all.insert(all.end(), camera.shift.begin(), camera.shift.end());
    return all;
}

/// None if these numbers are no camera.
std::optional<SavedCamera> camera_of(bool three_d, const std::vector<double>& numbers) {
    const bool fits = three_d ? numbers.size() == 6 || numbers.size() == 8 : numbers.size() == 3;
    if (!fits || std::any_of(numbers.begin(), numbers.end(), [](double one) { return !(std::fabs(one) <= largest); })) return {};
    SavedCamera camera;
    camera.three_d = three_d;
    std::size_t at = three_d ? 3 : 2;
    std::copy_n(numbers.begin(), at, camera.centre.begin());
    camera.height = numbers[at++];
    if (three_d) camera.azimuth = numbers[at++], camera.elevation = numbers[at++];
    if (at < numbers.size()) camera.shift = {numbers[at], numbers[at + 1]};
    if (!(camera.height > 0) || std::fabs(camera.elevation) > steepest) return {};
    return camera;
}

std::vector<double> numbers_in(const std::string& text) {
    std::vector<double> numbers;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');) {
        char* end = nullptr;
        numbers.push_back(std::strtod(part.c_str(), &end));
        if (part.empty() || end != part.c_str() + part.size()) return {};
    }
    return numbers;
}

std::string text_of(const std::vector<double>& numbers) {
    std::string text;
    for (const double number : numbers) append_number(text += text.empty() ? "" : ",", number);
    return text;
}

}  // namespace

json view_to_json(const SessionState& state) { return state.three_d ? json(*state.three_d ? "3d" : "2d") : json(); }

void view_from_json(SessionState& state, const std::string& key, const json& value) {
    state.three_d.reset();
    if (value.is_null()) return;
    const std::string text = value.is_string() ? parse_text(key, value) : std::string(), kind = text.substr(0, text.find(':'));
    if (kind != "2d" && kind != "3d") throw key_error(key, R"("2d" or "3d")", value);
    state.three_d = kind == "3d";
    if (kind == text) return;
    state.camera = camera_of(*state.three_d, numbers_in(text.substr(kind.size() + 1)));
    if (!state.camera) throw key_error(key, camera_text, value);
}

std::vector<std::string> view_arguments(const SessionState& state) {
    if (state.camera) return {"--view", (state.camera->three_d ? "3d:" : "2d:") + text_of(numbers_of(*state.camera))};
    if (!state.three_d) return {};
    return {"--view", *state.three_d ? "3d" : "2d"};
}

json camera_to_json(const SessionState& state) {
    if (!state.camera) return {};
    const SavedCamera& camera = *state.camera;
    const auto& centre = camera.centre;
    if (!camera.three_d) return {{"centre", {centre[0], centre[1]}}, {"height", camera.height}};
    return {{"centre", centre}, {"height", camera.height}, {"azimuth", camera.azimuth}, {"elevation", camera.elevation},
        {"shift", camera.shift}};
}

void camera_from_json(SessionState& state, const std::string& key, const json& value) {
    state.camera.reset();
    if (value.is_null()) return;
    const auto wrong = [&] {
        return key_error(key, R"({"centre": [x, y], "height": above 0}, in 3-D with z, "azimuth" and "elevation" in degrees)", value);
    };
    if (!value.is_object()) throw wrong();
    std::vector<double> numbers;
    const auto take = [&](const json& one) {
        if (!is_number(one)) throw wrong();
        numbers.push_back(one.get<double>());
    };
    const auto take_list = [&](const char* name, std::size_t count) {
        const auto found = value.find(name);
        if (found == value.end() || !found->is_array() || found->size() != count) throw wrong();
        for (const json& one : *found) take(one);
    };
    const bool three_d = value.contains("azimuth");
    take_list("centre", three_d ? 3 : 2);
    for (const char* name : {"height", "azimuth", "elevation"})
        if (three_d || name == std::string_view("height")) take(value.value(name, json()));
    if (three_d && value.contains("shift")) take_list("shift", 2);
    state.camera = camera_of(three_d, numbers);
    if (!state.camera) throw wrong();
}

json notes_to_json(const SessionState& state) {
    json all = json::array();
    for (const Note& note : state.notes) {
        json one{{"text", note.text}, {"offset", note.offset}, {"ring", note.ring}};
        if (note.row) one["row"] = *note.row;
        else one["at"] = note.at;
        all.push_back(std::move(one));
    }
    return all;
}

void notes_from_json(SessionState& state, const std::string& key, const json& value) {
    constexpr std::size_t most_notes = 1000, longest_text = 4096;
    state.notes.clear();
    if (value.is_null()) return;
    const auto wrong = [&](const json& found) {
        return key_error(key, R"(a list of {"text": "...", "at": [x, y, z] or "row": 17, "offset": [right, down], "ring": true})", found);
    };
    const auto numbers = [&](const json& one, auto& to) {
        if (!one.is_array() || one.size() != to.size() || !std::all_of(one.begin(), one.end(), is_number)) throw wrong(one);
        std::transform(one.begin(), one.end(), to.begin(), [](const json& number) { return number.get<double>(); });
    };
    if (!value.is_array() || value.size() > most_notes) throw wrong(value);
    std::vector<Note> notes;
    for (const json& one : value) {
        if (!one.is_object() || one.contains("at") == one.contains("row")) throw wrong(one);
        Note note;
        note.text = parse_text(key, one.value("text", json("")));
        if (note.text.size() > longest_text) throw wrong(one);
        if (one.contains("at")) numbers(one["at"], note.at);
        else if (one["row"].is_number_integer() && one["row"] >= 0) note.row = one["row"].get<std::int64_t>();
        else throw wrong(one);
        if (one.contains("offset")) numbers(one["offset"], note.offset);
        if (one.contains("ring") && !one["ring"].is_boolean()) throw wrong(one);
        note.ring = one.value("ring", true);
        notes.push_back(std::move(note));
    }
    state.notes = std::move(notes);
}

std::vector<std::string> notes_arguments(const SessionState& state) {
    if (state.notes.empty()) return {};
    return {"--notes", notes_to_json(state).dump()};
}

// ---- Title, docks and cards -----------------------------------------------------------------------------------------------

void check_title(const std::string& title) {
    constexpr std::size_t longest = 200;
    const bool line = std::none_of(title.begin(), title.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
    if (title.size() > longest || !line) throw Error(Failure::input, "a title is one line of at most 200 bytes", "shorten it");
}

namespace {

constexpr std::array dock_names = {"left", "right", "bottom"};

/// The parts of a text between commas; one that ends in a comma has an empty part at its end.
std::vector<std::string> parts_of(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator) parts.emplace_back();
        else parts.back() += c;
    }
    return parts;
}

std::string with_commas(const std::vector<std::string>& parts) {
    std::string all;
    for (const std::string& part : parts) all += (all.empty() ? "" : ",") + part;
    return all;
}

std::vector<std::string> shown_docks(const SessionState& state) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < dock_names.size(); ++i)
        if (state.docks[i]) names.emplace_back(dock_names[i]);
    return names;
}

bool is_share(double number) { return number >= 0 && number <= 1; }

/// Reads "folded", "open", "0.1:0.9" or "folded:0.1:0.9". False if it is none of these.
bool read_card(const std::string& typed, SavedCard& card) {
    std::vector<std::string> parts = parts_of(typed, ':');
    if (parts.front() == "open" || parts.front() == "folded") {
        card.open = parts.front() == "open";
        parts.erase(parts.begin());
        if (parts.empty()) return true;
    }
    if (parts.size() != 2) return false;
    const std::vector<double> numbers = numbers_in(with_commas(parts));
    if (numbers.size() != 2 || !is_share(numbers[0]) || !is_share(numbers[1])) return false;
    card.place = {numbers[0], numbers[1]};
    return true;
}

}  // namespace

json docks_to_json(const SessionState& state) { return shown_docks(state); }

void docks_from_json(SessionState& state, const std::string& key, const json& value) {
    state.docks = SessionState().docks;
    if (value.is_null()) return;
    const auto wrong = [&] { return key_error(key, R"(some of "left", "right" and "bottom", or none)", value); };
    std::vector<std::string> names;
    if (value.is_string()) {
        if (value != "none") names = parts_of(value.get<std::string>(), ',');
    } else if (value.is_array()) {
        for (const json& one : value) names.push_back(one.is_string() ? one.get<std::string>() : std::string());
    } else {
        throw wrong();
    }
    std::array<bool, 3> docks{};
    for (const std::string& name : names) {
        const auto found = std::find(dock_names.begin(), dock_names.end(), name);
        if (found == dock_names.end()) throw wrong();
        docks[std::size_t(found - dock_names.begin())] = true;
    }
    state.docks = docks;
}

std::vector<std::string> docks_arguments(const SessionState& state) {
    if (state.docks == SessionState().docks) return {};
    const std::string shown = with_commas(shown_docks(state));
    return {"--docks", shown.empty() ? "none" : shown};
}

json cards_to_json(const SessionState& state) {
    json all = json::object();
    for (const auto& [name, card] : state.cards) {
        json one = json::object();
        if (card.open) one["folded"] = !*card.open;
        if (card.place) one["place"] = *card.place;
        all[name] = std::move(one);
    }
    return all;
}

void cards_from_json(SessionState& state, const std::string& key, const json& value) {
    constexpr std::size_t most = 100;  // far more than there are
    state.cards.clear();
    if (value.is_null()) return;
    std::map<std::string, SavedCard> cards;
    if (value.is_string()) {
        const std::string names = with_commas({card_names.begin(), card_names.end()});
        for (const std::string& part : parts_of(value.get<std::string>(), ',')) {
            const std::size_t mark = part.find('=');
            const std::string name = part.substr(0, mark);
            if (std::find(card_names.begin(), card_names.end(), name) == card_names.end())
                throw key_error(key, "names of cards (" + names + ") with what they do, such as legend=folded", value);
            if (mark == std::string::npos || !read_card(part.substr(mark + 1), cards[name]))
                throw key_error(key, "NAME=open, NAME=folded or NAME=RIGHT:DOWN with shares of the view from 0 to 1", value);
        }
    } else {
        const auto wrong = [&] {
            return key_error(key, R"(an object such as {"legend": {"folded": true, "place": [0.1, 0.9]}} with shares from 0 to 1)", value);
        };
        if (!value.is_object() || value.size() > most) throw wrong();
        for (const auto& [name, one] : value.items()) {
            SavedCard& card = cards[name];
            if (!one.is_object()) throw wrong();
            if (const auto folded = one.find("folded"); folded != one.end()) {
                if (!folded->is_boolean()) throw wrong();
                card.open = !folded->get<bool>();
            }
            if (const auto place = one.find("place"); place != one.end()) {
                if (!place->is_array() || place->size() != 2) throw wrong();
                card.place.emplace();
                for (std::size_t axis = 0; axis < 2; ++axis) {
                    if (!(*place)[axis].is_number() || !is_share((*place)[axis].get<double>())) throw wrong();
                    (*card.place)[axis] = (*place)[axis].get<double>();
                }
            }
        }
    }
    state.cards = std::move(cards);
}

std::vector<std::string> cards_arguments(const SessionState& state) {
    std::vector<std::string> parts;
    for (const auto& [name, card] : state.cards) {
        std::string how = card.open ? *card.open ? "open" : "folded" : "";
        if (card.place)
            for (const double share : *card.place) append_number(how += how.empty() ? "" : ":", share);
        if (!how.empty() && std::find(card_names.begin(), card_names.end(), name) != card_names.end()) parts.push_back(name + "=" + how);
    }
    if (parts.empty()) return {};
    return {"--cards", with_commas(parts)};
}

}  // namespace neighborscope
