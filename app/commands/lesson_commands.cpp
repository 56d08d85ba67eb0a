// Lessons: opening them, and turning their pages.
#include "app/commands/menu.hpp"
#include "app/data/points/data_set.hpp"
#include "app/lessons/shipped.hpp"
#include "app/session/workbench/lesson_controls.hpp"

namespace neighborscope {

void open_lesson(Workbench& workbench, const std::string& name_or_file) {
    run_file_work(workbench, "The lesson was not opened", [&] { workbench.lessons().open(name_or_file); });
}

void add_lesson_commands(Commands& commands, Workbench& workbench, const WindowActions& window) {
    // While a page waits for its prediction, nothing that asks, plays or shows results may tell the answer.
    commands.refuse_in({"Query", "Step", "Ticks", "Timings", "Compare"}, [&workbench]() -> Refusal {
        return workbench.view().page_waits ? Refusal("answer the prediction of the lesson first") : std::nullopt;
    });
    const Menu help{commands, "Help"};
    for (const std::string_view name : lessons::shipped_lessons()) {
        const std::string title = lessons::shipped_title(name);
        if (title.empty()) continue;  // the lessons are not installed
        Command command;
        command.id = "lesson.open." + std::string(name);
        command.title = title;
        command.menu = "Help";
        command.help = "Open this lesson, on the page where it was left.";
        command.title_now = [&workbench, name, title] {
            return workbench.lessons().is_finished(name) ? title + "  \u2013 finished" : title;
        };
        command.run = [&workbench, name = std::string(name)] { open_lesson(workbench, name); };
        commands.add(std::move(command));
    }
    help.add("lesson.file", "Open a lesson\u2026", "", "Open the lesson.md of a lesson of your own. It is shown anew when it is saved.",
        window.open_lesson);
    help.add("lesson.add_page", "Add this view as a page\u2026", "",
        "Write what the window shows as a page at the end of a lesson of your own, or begin a new lesson with it. Edit its text in any "
        "editor.",
        window.add_page, refuse_unless([&workbench] { return workbench.view().data.loaded; }, "there are no points"));
    const auto is_open =
        refuse_unless([&workbench] { return workbench.lessons().lesson() != nullptr; }, "no lesson is open; the menu Help has lessons");
    const auto can_go = [&](int pages, const char* why) {
        return refuse_unless([&workbench, pages] { return workbench.lessons().can_go(pages); }, why, is_open);
    };
    help.add(
        "lesson.next", "Next page of the lesson", "Alt+Right", "Go to the next page of the lesson.",
        [&workbench] { workbench.lessons().next(); }, can_go(1, "this is the last page"));
    help.add(
        "lesson.back", "Page before", "Alt+Left", "Go back to the page before this one.", [&workbench] { workbench.lessons().back(); },
        can_go(-1, "this is the first page"));
    help.add(
        "lesson.again", "Show the page again", "Alt+Down", "Show again what this page shows, after you changed it.",
        [&workbench] { workbench.lessons().show_again(); }, is_open);
    help.add(
        "lesson.restart", "Begin the lesson again", "", "Go to the first page, and forget the answers.",
        [&workbench] { workbench.lessons().start_again(); }, is_open);
    help.add(
        "lesson.close", "Close the lesson", "", "Close the lesson. Its page and answers are kept.",
        [&workbench] { workbench.lessons().close(); }, is_open);
}

}  // namespace neighborscope
