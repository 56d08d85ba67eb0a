// Commands for the parts of the window, its camera, notes on the picture, and the scale of text.
#include "app/commands/menu.hpp"
#include "app/glossary/glossary.hpp"
#include "app/session/document/saved_settings.hpp"
#include "app/session/workbench/card_controls.hpp"

#include <algorithm>

namespace neighborscope {

std::function<void()> what_is_this(const WindowActions& window) {
    if (!window.help_under_mouse || !window.show_glossary) return window.show_shortcuts;
    return [help = window.help_under_mouse, explain = window.show_glossary, keys = window.show_shortcuts] {
        if (const Term* const term = term_explained(help())) explain(std::string(term->name));
        else keys();
    };
}

std::function<void()> show_all_terms(const WindowActions& window) {
    if (!window.show_glossary) return {};
    return [show = window.show_glossary] { show({}); };
}

void add_window_commands(Commands& commands, Workbench& workbench, const WindowActions& window) {
    const Menu menu{commands, "View"};
    if (window.move_view) {
        const struct {
            const char *id, *title, *keys, *help;
            double dx, dy, turns;
        } ways[] = {{"zoom_in", "Zoom in", "Alt+PgUp", "Enlarge the picture at the middle of the view.", 0, 0, 2},
            {"zoom_out", "Zoom out", "Alt+PgDown", "Shrink the picture at the middle of the view.", 0, 0, -2},
            {"left", "Move left", "Alt+Shift+Left", "Look farther to the left; in 3-D turn the points.", -64, 0, 0},
            {"right", "Move right", "Alt+Shift+Right", "Look farther to the right; in 3-D turn the points.", 64, 0, 0},
            {"up", "Move up", "Alt+Shift+Up", "Look farther up; in 3-D turn the points.", 0, -64, 0},
            {"down", "Move down", "Alt+Shift+Down", "Look farther down; in 3-D turn the points.", 0, 64, 0}};
        for (const auto& way : ways)
            menu.add(std::string("view.move.") + way.id, way.title, way.keys, way.help,
                [move = window.move_view, way] { move(way.dx, way.dy, way.turns); });
    }
    if (window.add_note) {
        const auto no_notes = refuse_unless([&workbench] { return !workbench.session().notes.empty(); }, "there are no notes");
        menu.add("notes.add", "Add a note", "Shift+N",
            "Put a note on the point under the mouse, or on its place: a text with an arrow. It is saved with the session. Its text is in "
            "the panel Notes; the mouse drags it in the view.",
            window.add_note, refuse_unless([&workbench] { return workbench.view().data.loaded; }, "there are no points"));
        menu.add(
            "notes.erase", "Erase all notes", "", "Erase all notes on the picture.",
            [&workbench] { workbench.change([](SessionState& state) { state.notes.clear(); }); }, no_notes);
    }
    if (window.toggle_dock && window.dock_shown)
        for (const DockInfo& info : docks) {
            if (!info.command) continue;
            menu.add(
                info.command, info.title, info.keys, "Show or hide this part of the window.",
                [toggle = window.toggle_dock, dock = info.dock] { toggle(dock); }, {},
                [shown = window.dock_shown, dock = info.dock] { return shown(dock); });
        }
    menu.add(
        "view.cards", "Put cards back", "Shift+F8",
        "Put all cards over the picture (legend, timings, answers) back to their places, and let them fold by themselves. The mouse drags "
        "a "
        "card by its title, and a double click on the title puts back that one.",
        [&workbench] { workbench.cards().put_back(); },
        refuse_unless([&workbench] { return !workbench.session().cards.empty(); }, "all cards are in their places"));
    menu.add(
        "view.toggle_timings", "Times in the picture", "",
        "Write times into the picture, or leave them out, so that pictures of the same search are equal.",
        [&workbench] { workbench.change([](SessionState& state) { state.timings = !state.timings; }); }, {},
        [&workbench] { return workbench.session().timings; });
    menu.add(
        "view.title", "Title of the picture…", "", "Write a line above the picture, which is saved with the session.", window.show_title);
    if (!window.set_scale || !window.scale) return;
    const auto fits = [most = window.max_scale](int percent) { return !most || percent <= most(); };
    const char* const no_room = "the screen has no room for larger text";
    for (const int percent : scales)
        menu.add(
            "view.scale." + std::to_string(percent), "Text at " + std::to_string(percent) + " %", "",
            "Show text, marks and panels at this size, for projectors and high-resolution screens. The program remembers the size.",
            [set = window.set_scale, percent] { set(percent); }, refuse_unless([fits, percent] { return fits(percent); }, no_room),
            [scale = window.scale, percent] { return scale() == percent; });
    const auto next = [window](int direction) -> std::optional<int> {
        const auto* at = std::find(std::begin(scales), std::end(scales), window.scale());
        if (at == std::end(scales) || (direction < 0 ? at == std::begin(scales) : at + 1 == std::end(scales))) return std::nullopt;
        return at[direction];
    };
    const auto step = [&](const char* id, const char* title, const char* keys, const char* help, const char* at_end, int direction) {
        menu.add(
            id, title, keys, help,
            [next, set = window.set_scale, direction] {
                if (const auto percent = next(direction)) set(*percent);
            },
            refuse_unless([next, direction] { return next(direction).has_value(); }, at_end,
                refuse_unless([next, fits, direction] { return fits(next(direction).value_or(0)); }, no_room)));
    };
    step("view.scale.larger", "Larger", "Ctrl+=", "Make text, marks and panels larger.", "this is the largest size", 1);
    step("view.scale.smaller", "Smaller", "Ctrl+-", "Make text, marks and panels smaller.", "this is the smallest size", -1);
}

}  // namespace neighborscope
