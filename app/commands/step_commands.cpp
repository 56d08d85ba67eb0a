// Commands of stepping through a search: opening, playing, going from step to step; and of the presentation mode.
#include "app/commands/menu.hpp"
#include "app/session/workbench/exhibition_controls.hpp"
#include "app/session/workbench/query_controls.hpp"
#include "app/session/workbench/stepping_controls.hpp"

namespace neighborscope {
namespace {

/// "quadtree-cached, quadtree-coalesced and leaf-warp"
std::string methods_that_count() {
    std::vector<std::string> names;
    for (const Method& method : methods())
        if (method.info.counts_query_work) names.emplace_back(method.info.name);
    std::string all;
    for (std::size_t i = 0; i < names.size(); ++i) all += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return all;
}

}  // namespace

void add_step_commands(Commands& commands, Workbench& workbench, const WindowActions& window) {
    const auto stepping = [&workbench]() -> const Stepping& { return workbench.view().stepping; };
    const auto closed = [&workbench, stepping]() -> Refusal {
        if (stepping().ready) return std::nullopt;
        if (!stepping().open && !stepping().why_not.empty() && workbench.session().compared.empty()) return stepping().why_not;
        if (!stepping().open) return "the search is not open for stepping (S)";
        return stepping().recording ? std::string("the search is being recorded") : stepping().why_not;
    };
    // While presenting there are no buttons, so the keys of steps open them.
    const auto opens = [&workbench, stepping, presenting = window.presenting] {
        return presenting && presenting() && !stepping().open && workbench.view().data.loaded && stepping().why_not.empty() &&
               workbench.session().compared.empty();
    };
    const Refuses goes = [closed, opens] { return opens() ? std::nullopt : closed(); };
    const auto playing = [&workbench] {
        return workbench.view().race.ready ? workbench.view().race.playing : workbench.view().stepping.playing;
    };
    const Menu menu{commands, "Step"}, query{commands, "Query"};
    menu.add(
        "step.open", "Step through the search", "S", "Show this search step by step, beside its pseudo-code.",
        [&workbench] { workbench.stepping().open(!workbench.session().stepping); },
        [&workbench, stepping]() -> Refusal {
            if (workbench.session().stepping) return std::nullopt;  // can always be closed
            if (!workbench.view().data.loaded) return "there are no points yet";
            if (stepping().why_not.empty() || !workbench.session().compared.empty())
                return std::nullopt;  // a compared method may be recorded
            return stepping().why_not;
        },
        [&workbench] { return workbench.session().stepping; });
    menu.add(
        "step.play", "Play the steps", "Space",
        "Play or pause. Playing stops at each decision: a neighbour is removed, the bound falls, a leaf is visited or skipped, or a phase "
        "ends. E plays every step.",
        [&workbench, playing, opens] {
            if (opens()) workbench.stepping().open(true);
            workbench.stepping().play(!playing());
        },
        [&workbench, goes] { return workbench.view().race.ready ? std::nullopt : goes(); }, playing);
    const auto jump = [&workbench, opens](Jump where) {
        const bool back = where == Jump::back || where == Jump::previous_visit || where == Jump::last;
        return [&workbench, opens, where, back] {
            if (opens()) workbench.stepping().open(true, back ? -1 : 0);
            else workbench.stepping().jump(where);
        };
    };
    menu.add("step.forward", "One step forward", "Right", "Show the next step.", jump(Jump::forward), goes);
    menu.add("step.back", "One step back", "Left", "Show the previous step.", jump(Jump::back), goes);
    menu.add("step.next_decision", "Next decision", "D",
        "Go to the next step that removes a neighbour, lowers the bound, visits or skips a leaf, or ends a phase.",
        jump(Jump::next_decision), closed);
    menu.add("step.previous_decision", "Previous decision", "Shift+D", "Go back to the previous decision.", jump(Jump::previous_decision),
        closed);
    menu.add("step.next_eviction", "Next eviction", "Shift+Right", "Go to the next step that removes a neighbour.",
        jump(Jump::next_eviction), closed);
    menu.add("step.previous_eviction", "Previous eviction", "Shift+Left", "Go back to the previous step that removed a neighbour.",
        jump(Jump::previous_eviction), closed);
    const Refuses no_tree = refuse_unless([stepping] { return bool(stepping().record->tree); }, "this method visits no leaves", closed);
    const Refuses visits = [no_tree, opens] { return opens() ? std::nullopt : no_tree(); };
    menu.add("step.next_visit", "Next visited leaf", "V", "Go to the next leaf whose points are compared with the query.",
        jump(Jump::next_visit), visits);
    menu.add(
        "step.previous_visit", "Previous visited leaf", "Shift+V", "Go back to the previous leaf.", jump(Jump::previous_visit), visits);
    menu.add("step.next_skip", "Next skipped branch", "K", "Go to the next branch of the tree that is skipped because it is too far away.",
        jump(Jump::next_skip), no_tree);
    menu.add("step.previous_skip", "Previous skipped branch", "Shift+K", "Go back to the previous skipped branch.",
        jump(Jump::previous_skip), no_tree);
    query.add(
        "query.why", "Why not this point?", "W",
        "Explain why the point under the mouse is not a neighbour, or why its leaf was skipped (right-click).",
        [&workbench] { workbench.stepping().ask_why(); },
        refuse_unless([&workbench] { return !workbench.view().query.empty(); }, "there is no query yet"));
    query.add(
        "query.costliest", "Jump to the costliest query", "J",
        "Make every point a query (self-join), and put the query on the point that needs the most distances. A card shows the number and "
        "the median.",
        [&workbench] { workbench.query().find_costliest(); },
        refuse_unless([&workbench] { return workbench.view().tree.has_value(); },
            "this method does not count the work of each query: " + methods_that_count() + " do"));
    query.add(
        "query.why_close", "Close the explanation", "", "Hide the card that explains why a point is not a neighbour.",
        [&workbench] { workbench.stepping().close_why(); },
        refuse_unless([&workbench] { return workbench.view().why.has_value(); }, "no explanation is shown"));
    menu.add("step.next_of_actor", "Next step of this thread or warp", "Down", "Go to the next step of this thread or warp.",
        jump(Jump::next_of_actor), closed);
    menu.add("step.previous_of_actor", "Previous step of this thread or warp", "Up", "Go back to the previous step of this thread or warp.",
        jump(Jump::previous_of_actor), closed);
    menu.add("step.next_phase", "Next phase", "PgDown", "Go to the first step of the next phase.", jump(Jump::next_phase), closed);
    menu.add("step.previous_phase", "Previous phase", "PgUp", "Go back to the start of this phase, or of the previous one.",
        jump(Jump::previous_phase), closed);
    menu.add("step.first", "Before the first step", "Home", "Go to the beginning, before anything happened.", jump(Jump::first), goes);
    menu.add("step.last", "Last step", "End", "Go to the end of the search.", jump(Jump::last), goes);
    menu.add(
        "step.loop", "Loop the steps", "L", "Start over after the end.",
        [&workbench, stepping] { workbench.stepping().set_loop(!stepping().loop); }, closed, [stepping] { return stepping().loop; });
    menu.add(
        "step.every", "Play every step", "E", "Stop at every step, not only at decisions.",
        [&workbench, stepping] { workbench.stepping().set_every_step(!stepping().every); },
        refuse_unless([stepping] { return !stepping().record->decisions.empty(); },
            "this method marks no decisions, so every step is played", closed),
        [stepping] { return !stepping().plays_decisions(); });
    const auto speed = [&workbench, stepping](double factor) {
        return [&workbench, stepping, factor] { workbench.stepping().set_speed(factor * stepping().speed); };
    };
    menu.add("step.faster", "Steps faster", "", "Play at twice the speed.", speed(2), closed);
    menu.add("step.slower", "Steps slower", "", "Play at half the speed.", speed(0.5), closed);
}

void add_present_command(Commands& commands, Workbench& workbench, const WindowActions& window) {
    if (!window.toggle_presenter || !window.presenting) return;
    Menu{commands, "View"}.add("view.present", "Present", "F5",
        "For a projector: show what the window shows, larger, with facts above and a sentence below. Press Esc to end.",
        window.toggle_presenter, {}, window.presenting);
    if (window.show_large_pointer && window.large_pointer_shown)
        Menu{commands, "View"}.add(
            "view.pointer", "Large pointer", "Shift+F5",
            "Show a large arrow with a ring, which is seen from the last row; a click sends a second ring outwards. While presenting it is "
            "there by itself.",
            [window] { window.show_large_pointer(!window.large_pointer_shown()); }, {}, window.large_pointer_shown);
    if (!window.set_full_screen || !window.is_full_screen) return;
    Menu{commands, "View"}.add(
        "view.full_screen", "Full screen", "F11", "Fill the screen with the window.",
        [window] { window.set_full_screen(!window.is_full_screen()); }, {}, window.is_full_screen);
    Menu{commands, "View"}.add(
        "view.exhibit", "Exhibition", "",
        "For a public screen: present on the full screen and change the query every 8 seconds, or 20 seconds after somebody moved it. "
        "Press Esc to end.",
        [&commands, &workbench, window] {
            const bool begins = !workbench.exhibition().is_running();
            workbench.exhibition().run(begins);
            if (window.presenting() != begins) commands.run("view.present");
            window.set_full_screen(begins);
        },
        refuse_unless([&workbench] { return workbench.view().data.loaded; }, "there are no points yet"),
        [&workbench] { return workbench.exhibition().is_running(); });
}

}  // namespace neighborscope
