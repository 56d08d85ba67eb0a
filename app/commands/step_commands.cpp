// Stepping through a search: opening it, playing, going from step to step.
#include "app/commands/commands.hpp"

namespace neighborscope {

void add_step_commands(Commands& commands, Workbench& workbench) {
    using Refusal = std::optional<std::string>;
    const auto stepping = [&workbench]() -> const Stepping& { return workbench.view().stepping; };
    const auto closed = [stepping]() -> Refusal {
        if (stepping().ready) return std::nullopt;
        if (!stepping().open) return "the search is not stepped through (S)";
        return stepping().recording ? std::string("the search is being recorded") : stepping().why_not;
    };
    const auto add = [&](const char* id, const char* title, const char* keys, const char* help, std::function<void()> run,
                         std::function<Refusal()> refuses, std::function<bool()> checked = {}) {
        commands.add({id, title, "Step", keys, help, std::move(run), std::move(refuses), std::move(checked)});
    };
    add(
        "step.open", "Step through the search", "S", "Show what this search did, step by step, beside its pseudo-code.",
        [&workbench] { workbench.open_stepping(!workbench.session().stepping); },
        [&workbench, stepping]() -> Refusal {
            if (workbench.session().stepping) return std::nullopt;  // can always be closed
            if (!workbench.view().data.loaded) return "there are no points yet";
            if (stepping().why_not.empty()) return std::nullopt;
            return stepping().why_not;
        },
        [&workbench] { return workbench.session().stepping; });
    add(
        "step.play", "Play", "Space", "Play the steps from here on, or pause.",
        [&workbench, stepping] { workbench.play(!stepping().playing); }, closed, [stepping] { return stepping().playing; });
    const auto jump = [&workbench](Jump where) { return [&workbench, where] { workbench.jump(where); }; };
    add("step.forward", "One step forward", "Right", "Show the next step.", jump(Jump::forward), closed);
    add("step.back", "One step back", "Left", "Show the step before.", jump(Jump::back), closed);
    add("step.next_eviction", "Next eviction", "Shift+Right", "Go on to the next step at which a neighbour has to leave.",
        jump(Jump::next_eviction), closed);
    add("step.previous_eviction", "Previous eviction", "Shift+Left", "Go back to the step before at which a neighbour had to leave.",
        jump(Jump::previous_eviction), closed);
    const auto no_tree = [stepping, closed]() -> Refusal {
        if (Refusal refusal = closed()) return refusal;
        if (stepping().record->tree) return std::nullopt;
        return "this method visits no leaves";
    };
    add("step.next_visit", "Next visited leaf", "V", "Go on to the next leaf whose points the query is compared with.",
        jump(Jump::next_visit), no_tree);
    add("step.previous_visit", "Previous visited leaf", "Shift+V", "Go back to the leaf before.", jump(Jump::previous_visit), no_tree);
    add("step.next_skip", "Next skipped quadrant", "K", "Go on to the next quadrant that is passed over because it is too far.",
        jump(Jump::next_skip), no_tree);
    add("step.previous_skip", "Previous skipped quadrant", "Shift+K", "Go back to the quadrant skipped before.", jump(Jump::previous_skip),
        no_tree);
    commands.add({"query.why", "Why not this one?", "Query", "W",
        "Say why the point under the mouse is no neighbour, or why its leaf was passed over (right click).",
        [&workbench] { workbench.ask_why(); },
        [&workbench]() -> Refusal {
            if (workbench.view().query.empty()) return "there is no query yet";
            return std::nullopt;
        }});
    commands.add({"query.costliest", "Jump to the costliest query", "Query", "J",
        "Let every point ask, and put the query on the one that takes the most distances; the card says how many, and what is usual.",
        [&workbench] { workbench.find_costliest(); },
        [&workbench]() -> Refusal {
            if (workbench.view().tree) return std::nullopt;
            return "this method does not tell what a query takes";
        }});
    commands.add(
        {"query.why_close", "Close the answer to why", "Query", "", "Hide the card that says why.", [&workbench] { workbench.close_why(); },
            [&workbench]() -> Refusal {
                if (workbench.view().why) return std::nullopt;
                return "nothing was asked";
            }});
    add("step.next_of_actor", "Next step of this thread or warp", "Down", "Go on to the next step of the one that acted here.",
        jump(Jump::next_of_actor), closed);
    add("step.previous_of_actor", "Previous step of this thread or warp", "Up", "Go back to the step before of the one that acted here.",
        jump(Jump::previous_of_actor), closed);
    add("step.next_phase", "Next phase", "PgDown", "Go on to the first step of the next phase.", jump(Jump::next_phase), closed);
    add("step.previous_phase", "Previous phase", "PgUp", "Go back to the first step of this phase, or of the one before.",
        jump(Jump::previous_phase), closed);
    add("step.first", "Before the first step", "Home", "Go to the beginning, before anything happened.", jump(Jump::first), closed);
    add("step.last", "Last step", "End", "Go to the end of the search.", jump(Jump::last), closed);
    add(
        "step.loop", "Loop", "L", "Begin again when the end has been played.",
        [&workbench, stepping] { workbench.set_step_loop(!stepping().loop); }, closed, [stepping] { return stepping().loop; });
    const auto speed = [&workbench, stepping](double factor) {
        return [&workbench, stepping, factor] { workbench.set_step_speed(factor * stepping().speed); };
    };
    add("step.faster", "Play faster", "", "Twice as many steps a second.", speed(2), closed);
    add("step.slower", "Play slower", "", "Half as many steps a second.", speed(0.5), closed);
}

}  // namespace neighborscope
