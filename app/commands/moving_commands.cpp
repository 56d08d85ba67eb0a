// Commands for moving points: playing ticks, going to a tick.
#include "app/commands/menu.hpp"
#include "app/session/workbench/moving_controls.hpp"

namespace neighborscope {

void add_moving_commands(Commands& commands, Workbench& workbench) {
    const auto moving = [&workbench]() -> const Moving& { return workbench.view().moving; };
    const Refuses still = [&workbench, moving]() -> Refusal {
        if (moving().available) return std::nullopt;
        if (workbench.view().manual_edits.any()) return "points changed by hand do not move; choose Edit > Undo all edits";
        return "these points do not move; trajectories and the generators uniform:, hotspots: and roads: do";
    };
    const Refuses at_first = refuse_unless([moving] { return moving().tick > 0; }, "this is the first tick", still);
    const Refuses at_last =
        refuse_unless([moving] { return moving().ticks == 0 || moving().tick + 1 < moving().ticks; }, "this is the last tick", still);
    const Menu menu{commands, "Ticks"};
    menu.add(
        "ticks.play", "Play the ticks", "M", "Move the points tick by tick, or pause. The search follows them.",
        [&workbench, moving] { workbench.moving().play(!moving().playing && !moving().seeking); }, still,
        [moving] { return moving().playing || moving().seeking; });
    const auto by = [&workbench, moving](std::int64_t ticks) {
        return [&workbench, moving, ticks] { workbench.moving().go_to_tick(moving().tick + ticks); };
    };
    menu.add("ticks.forward", "One tick forward", ".", "Move the points by one tick.", by(1), at_last);
    menu.add(
        "ticks.next_rebuild", "Next rebuild of the index", "B",
        "Move the points, as fast as possible, until the method rebuilds its index.",
        [&workbench, moving] { workbench.moving().seek_rebuild(!moving().seeking); },
        [&workbench, moving, still, at_last]() -> Refusal {
            if (Refusal none = still()) return none;
            if (moving().seeking) return std::nullopt;
            if (workbench.view().neighbours.empty()) return "there is no answer yet";
            if (moving().index.empty())
                return "this method does not keep its index while points move; quadtree-cached and quadtree-coalesced do";
            return at_last();
        });
    menu.add("ticks.back", "One tick back", ",", "Show the points one tick earlier.", by(-1), at_first);
    menu.add(
        "ticks.first", "First tick", "", "Show the points at their first positions.", [&workbench] { workbench.moving().go_to_tick(0); },
        at_first);
    menu.add(
        "ticks.loop", "Loop the ticks", "", "Start over after the last tick.",
        [&workbench, moving] { workbench.moving().set_loop(!moving().loop); },
        refuse_unless([moving] { return moving().ticks > 0; }, "these points have no last tick", still),
        [moving] { return moving().loop; });
    const auto speed = [&workbench, moving](double factor) {
        return [&workbench, moving, factor] { workbench.moving().set_speed(factor * moving().speed); };
    };
    menu.add("ticks.faster", "Ticks faster", "", "Double the ticks per second.", speed(2), still);
    menu.add("ticks.slower", "Ticks slower", "", "Halve the ticks per second.", speed(0.5), still);
}

}  // namespace neighborscope
