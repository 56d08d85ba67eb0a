#include "app/commands/start_offer.hpp"

#include "app/commands/menu.hpp"
#include "app/lessons/shipped.hpp"
#include "app/session/document/saved_json.hpp"
#include "app/session/document/last_session.hpp"
#include "app/session/workbench/lesson_controls.hpp"
#include "app/session/workbench/start_controls.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;
constexpr const char* tried_file = "start.json";

bool was_here_before() {
    const nlohmann::json kept = load_saved_json(tried_file);
    return kept.is_object() && kept.contains("first_run");
}

void save_first_run() try { save_as_json(tried_file, {{"first_run", "shown"}}); } catch (const std::exception&) {
}

/// The lesson that was begun and not finished, else the first one that was not begun.
std::optional<StartCard::Thing> lesson_to_offer() {
    std::optional<StartCard::Thing> fresh;
    for (const std::string_view name : lessons::shipped_lessons()) {
        const std::string title = lessons::shipped_title(name), command = "lesson.open." + std::string(name);
        if (title.empty()) continue;
        const auto kept = kept_lesson(name);
        if (!kept && !fresh) fresh = {command, "Lesson: " + title, "Ten minutes, with pictures to change and questions to answer."};
        if (kept && !kept->at_end)
            return StartCard::Thing{command, "Go on with the lesson: " + title, "Open it on page " + std::to_string(kept->page + 1) + "."};
    }
    return fresh;
}

StartCard with_lesson(StartCard card) {
    if (auto lesson = lesson_to_offer()) card.things.push_back(std::move(*lesson));
    return card;
}

StartCard first_card() {
    return {"Where to begin", "Move the mouse over the picture: the query follows, and its neighbours with it.",
        {{"step.open", "Watch this search step by step", "Play the search forward and back, beside its pseudo-code."},
            {"race.compare", "Compare with a second method", "Show both on the same query: pictures, times, work."},
            {"file.open", "Open your own points…", "CSV, NPY, PLY, HDF5 and more; a file can also be dropped on the window."}}};
}

}  // namespace

StartOffer::StartOffer(Workbench& workbench, std::function<void(const std::string&)> tell_desktop)
    : workbench_(workbench), tell_desktop_(std::move(tell_desktop)), last_(last_session()) {}

void StartOffer::show_card() {
    constexpr double first_seconds = 45, later_seconds = 20;
    if (last_) {
        workbench_.starting().show(with_lesson({"Where you left off", session_in_words(*last_),
                                       {{"file.open_last", "Open the last session",
                                           "Open data, method, query and settings as the window was closed with them."}}}),
            later_seconds);
    } else if (!was_here_before()) {
        workbench_.starting().show(with_lesson(first_card()), first_seconds);
        save_first_run();
    }
}

void StartOffer::note_data() {
    if (!workbench_.view().data.loaded || workbench_.view().error || workbench_.session().data == noted_ || workbench_.busy()) return;
    noted_ = workbench_.session().data;
    std::error_code error;
    if (noted_.empty() || noted_.starts_with("sample:") || !fs::exists(noted_, error)) return;
    recent_.add(noted_);
    if (tell_desktop_) tell_desktop_(fs::absolute(noted_, error).string());
}

void StartOffer::note_session(const std::string& path) {
    recent_.add(path);
    std::error_code error;
    if (tell_desktop_) tell_desktop_(fs::absolute(path, error).string());
}

/// Nothing was done with what a window opens with: then the session before that is still the last one.
void StartOffer::keep_session() const {
    SessionState untouched = default_session(), now = workbench_.session();
    untouched.theme = now.theme;
    now.camera.reset(), now.presenting = false;
    if (now.query_mode == QueryMode::follow) now.set_query();  // the mouse was over the picture
    if (command_arguments(now) != command_arguments(untouched)) save_last_session(workbench_.session());
}

void StartOffer::open_last() {
    if (last_) workbench_.replace(*last_);
}

void add_start_commands(Commands& commands, Workbench& workbench, StartOffer& offer) {
    const Menu file{commands, "File"};
    for (std::size_t place = 0; place < RecentFiles::most; ++place) {
        Command command;
        command.id = "file.recent." + std::to_string(place + 1);
        command.title = "Recent file " + std::to_string(place + 1);
        command.menu = "File";
        command.help = "Open this file again.";
        command.title_now = [&offer, place] { return offer.recent().title(place); };
        command.run = [&workbench, &offer, place] {
            if (place >= offer.recent().paths().size()) return;
            const std::string path = offer.recent().paths()[place];
            run_file_work(workbench, "The session was not opened", [&] {
                if (is_session_file(path)) open_session_file(workbench, path), offer.note_session(path);
                else workbench.open_data(path);
            });
        };
        command.refuses = [&offer, place]() -> Refusal {
            if (place < offer.recent().paths().size()) return std::nullopt;
            return "no file was opened yet";
        };
        commands.add(std::move(command));
    }
    file.add(
        "file.recent.clear", "Clear this list", "", "Forget the files that were opened. The files stay.",
        [&offer] { offer.recent().clear(); },
        refuse_unless([&offer] { return !offer.recent().paths().empty(); }, "no file was opened yet"));
    file.add(
        "file.open_last", "Last session", "", "Open data, method, query and settings as the window was closed with them last time.",
        [&offer] { offer.open_last(); },
        refuse_unless([&offer] { return offer.last().has_value(); }, "no session was kept, or its files are gone"));
}

}  // namespace neighborscope
