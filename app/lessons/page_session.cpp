#include "app/lessons/page_session.hpp"

#include "app/lessons/pictures.hpp"
#include "app/session/document/session_fields.hpp"
#include "app/session/text/numbers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace neighborscope::lessons {
namespace {

using nlohmann::json;

constexpr std::int64_t most_ticks = 1000;
constexpr std::size_t longest_value = 4096;  // brackets in JSON, however deep, then need little of the stack

/// By its key in a session file, "presenting", or by the name of its option, "present".
const SessionField* find_field(std::string_view key) {
    const auto fields = session_fields();
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const SessionField& field) {
        const std::string_view option = field.option.name;  // "--no-links" switches off what its key switches on
        return field.key == key || (option.starts_with("--") && !option.starts_with("--no-") && option.substr(2) == key);
    });
    return found == fields.end() ? nullptr : &*found;
}

/// The typed value as a session file has it: "-120,37" is a list, "12" a number unless the field is a text.
json value_of(const SessionField& field, const std::string& typed) {
    if (std::holds_alternative<TextField>(field.holds) || std::holds_alternative<ChoiceField>(field.holds)) return typed;
    if (std::holds_alternative<FlagField>(field.holds) && (typed == "yes" || typed == "no")) return typed == "yes";
    for (const std::string& text : {typed, "[" + typed + "]"})
        if (json value = json::parse(text, nullptr, false); !value.is_discarded()) return value;
    return typed;
}

/// Changes one field of the document as a session file would.
void set_field(SessionState& session, const std::string& key, const json& value) {
    json object = to_json(session);
    if (key == "view") object.erase("camera");  // the value may have one
    object[key] = value;
    session = session_from_json(object);
}

void set_flags(SessionState& session, std::string_view words) {
    while (!words.empty()) {
        const std::size_t comma = std::min(words.find(','), words.size());
        std::string_view word = words.substr(0, comma);
        words.remove_prefix(std::min(comma + 1, words.size()));
        word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
        const bool on = !word.starts_with("no ");
        if (!on) word.remove_prefix(3);
        const SessionField* field = find_field(word);
        const auto* flag = field ? std::get_if<FlagField>(&field->holds) : nullptr;
        if (!flag) {
            std::string all;
            for (const SessionField& one : session_fields())
                if (std::holds_alternative<FlagField>(one.holds)) all += (all.empty() ? "" : ", ") + std::string(one.key);
            throw Error(Failure::input, "'" + std::string(word) + "' cannot be shown", "there are " + all);
        }
        session.*flag->member = on;
    }
}

std::string beside(const std::string& lesson_file, const std::string& name) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::path path = fs::path(lesson_file).parent_path() / name;
    return fs::path(name).is_relative() && fs::exists(path, ignored) ? path.lexically_normal().string() : name;
}

void apply_one(SessionState& session, const Setting& setting, const std::string& lesson_file) {
    const std::string& value = setting.value;
    if (value.size() > longest_value)
        throw Error(Failure::input, "a value of more than 4096 bytes", "keep it in a session, and name its file");
    if (setting.key == "session") {
        session = load_session(beside(lesson_file, value));
    } else if (setting.key == "show") {
        set_flags(session, value);
    } else if (setting.key == "tick") {
        (void)tick_of({&setting, 1});
    } else if (setting.key == "query") {
        session.query_mode = QueryMode::pinned;
        session.set_query();
        const bool is_row = value.starts_with("row ");
        const json typed = json::parse(is_row ? value.substr(4) : "[" + value + "]", nullptr, false);
        set_field(session, is_row ? "query_row" : "query", typed.is_discarded() ? json(value) : typed);
    } else {
        const SessionField* field = find_field(setting.key);
        if (!field) {
            std::vector<std::string_view> keys = {"session", "show"};
            std::string all = "session, show, set.NAME";
            for (const SessionField& one : session_fields()) keys.push_back(one.key), all += ", " + std::string(one.key);
            const std::string near = nearest_name(setting.key, keys);
            throw Error(
                Failure::input, "a page has no key '" + setting.key + "'", near.empty() ? "it has " + all : "did you mean '" + near + "'?");
        }
        set_field(session, std::string(field->key), field->file.empty() ? value_of(*field, value) : json(beside(lesson_file, value)));
        if (field->key == "step") session.stepping = true;
        if (field->key == "query_picture") session.query_mode = QueryMode::pinned;  // the mouse would replace it
    }
}

void set_option(SessionState& session, const Setting& setting) {
    std::map<std::string, std::string>& options = session.options[session.method];
    options[setting.key.substr(4)] = setting.value;
    const Options checked(find_method(session.method).info.options, options);
}

/// The cause of an error in the words of a page: what is a session key elsewhere is a key here.
std::string words_of_page(const Setting& setting, std::string cause) {
    constexpr std::string_view of_session = "session key ";
    if (setting.key != "session" && cause.starts_with(of_session)) cause.erase(0, of_session.size() - std::string_view("key ").size());
    return cause;
}

/// Whether the text has this word, with neither a letter nor a digit beside it.
bool has_word(std::string_view text, std::string_view word) {
    const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; };
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]))) return true;
    }
    return false;
}

/// Whether an error is about this line: the cause has its key, or its value if that is no mere number.
bool is_about(std::string_view cause, const Setting& setting) {
    const std::string_view key = setting.key.starts_with("set.") ? std::string_view(setting.key).substr(4) : setting.key;
    const bool is_word = std::any_of(setting.value.begin(), setting.value.end(), [](unsigned char c) { return std::isalpha(c); });
    return has_word(cause, key) || (is_word && has_word(cause, setting.value));
}

/// The file of a session and its line with this key: "view.json, line 3"; without a line if it has none.
std::string place_in_session(const std::string& file, const std::string& key) {
    std::ifstream bytes(file);
    std::string line;
    for (std::size_t number = 1; std::getline(bytes, line); ++number)
        if (line.find('"' + key + '"') != std::string::npos) return file + ", line " + std::to_string(number);
    return file;
}

void add_pictures(const std::string& lesson_file, const std::vector<Node>& nodes, std::vector<std::string>& files) {
    for (const Node& node : nodes) {
        if (node.kind == Node::Kind::picture) files.push_back(picture_file(lesson_file, node));
        add_pictures(lesson_file, node.inside, files);
    }
}

}  // namespace

void apply(SessionState& session, std::span<const Setting> settings, const std::string& lesson_file) {
    // Options belong to the method, which a later line may name.
    for (const bool options : {false, true})
        for (const Setting& setting : settings) try {
                if (setting.key.starts_with("set.") == options)
                    options ? set_option(session, setting) : apply_one(session, setting, lesson_file);
            } catch (const Error& why) { throw error_at(lesson_file, setting.line, words_of_page(setting, why.what()), why.remedy); }
}

SessionState session_of(const Page& page, const std::string& lesson_file) {
    SessionState session;
    session.data.clear();
    apply(session, page.settings, lesson_file);
    if (session.data.empty()) throw error_at(lesson_file, page.line, "this page has no data", "write a line such as 'data: sample:iris'");
    return session;
}

void leave_out_answers(SessionState& session) {
    session.links = session.regions = session.misclassified = session.morton = session.stepping = false;
    session.polar = false;
    session.step = 0;
    session.compared.clear();
    session.chart = ChartShown::none;
    if (shows_work(session.cells)) session.cells = CellsShown::occupancy;
}

void check_settings(const Lesson& lesson) {
    for (const Page& page : lesson.pages) {
        const SessionState session = session_of(page, lesson.file);
        for (const Part& part : page.parts) {
            const auto* exercise = std::get_if<Exercise>(&part);
            const auto* task = exercise ? std::get_if<Task>(&exercise->what) : nullptr;
            SessionState solved = session;
            if (task) apply(solved, task->solution, lesson.file);
        }
    }
}

void check_tick(std::int64_t tick, const Moving& moving) {
    if (tick > 0 && !moving.available)
        throw Error(Failure::input, "these points do not move and have no tick " + std::to_string(tick), "leave the line 'tick' out");
    if (moving.ticks > 0 && tick >= moving.ticks)
        throw Error(
            Failure::input, "the data have no tick " + std::to_string(tick), "ticks go from 0 to " + std::to_string(moving.ticks - 1));
}

std::int64_t tick_of(std::span<const Setting> settings) {
    std::int64_t tick = 0;
    for (const Setting& setting : settings)
        if (setting.key == "tick") {
            const json typed = json::parse(setting.value, nullptr, false);
            tick = whole_number(typed.is_discarded() ? json(setting.value) : typed, "tick", 0, most_ticks);
        }
    return tick;
}

void check_step(std::int64_t step, const Stepping& stepping) {
    if (stepping.open && stepping.ready && step > stepping.count)
        throw Error(Failure::input, "the search has no step " + std::to_string(step),
            "it has " + text_of_amount(stepping.count, "step", "steps") + "; -1 shows the last one");
}

std::size_t line_of(const Page& page, std::string_view key) {
    for (const Setting& setting : page.settings)
        if (setting.key == key) return setting.line;
    return page.line;
}

Error error_of_run(const Page& page, const std::string& lesson_file, const Error& why) {
    const std::string cause = why.what();
    const auto is_key = [](const char* key) { return [key](const Setting& one) { return one.key == key; }; };
    const auto data = std::find_if(page.settings.rbegin(), page.settings.rend(), is_key("data"));
    const auto about = std::find_if(page.settings.rbegin(), page.settings.rend(),
        [&](const Setting& one) { return one.key != "data" && one.key != "session" && is_about(cause, one); });
    const auto error = [&](std::size_t line, const std::string& what) {
        return Error(why.kind, error_at(lesson_file, line, what, "").what(), why.remedy);
    };
    if (about != page.settings.rend()) return error(about->line, cause);
    if (data != page.settings.rend()) return error(data->line, cause);
    const auto session = std::find_if(page.settings.rbegin(), page.settings.rend(), is_key("session"));
    if (session == page.settings.rend()) return error(page.line, cause);
    return error(session->line, place_in_session(beside(lesson_file, session->value), "data") + ": " + cause);
}

std::vector<std::string> files_of(const Lesson& lesson) {
    std::vector<std::string> files;
    const auto add_sessions = [&](const std::vector<Setting>& settings) {
        for (const Setting& one : settings)
            if (one.key == "session") files.push_back(beside(lesson.file, one.value));
    };
    add_pictures(lesson.file, lesson.introduction, files);
    for (const Page& page : lesson.pages) {
        add_sessions(page.settings);
        for (const Part& part : page.parts) {
            if (const auto* block = std::get_if<Node>(&part)) {
                add_pictures(lesson.file, {*block}, files);
                continue;
            }
            const Exercise& exercise = std::get<Exercise>(part);
            for_each_text(exercise, [&](const std::vector<Node>& nodes) { add_pictures(lesson.file, nodes, files); });
            if (const auto* task = std::get_if<Task>(&exercise.what)) add_sessions(task->solution);
        }
    }
    return files;
}

}  // namespace neighborscope::lessons
