// Points that move: playing their ticks, going from one to another.
#include "app/commands/commands.hpp"

namespace neighborscope {

void add_moving_commands(Commands& commands, Workbench& workbench) {
    using Refusal = std::optional<std::string>;
    const auto moving = [&workbench]() -> const Moving& { return workbench.view().moving; };
    const auto still = [moving]() -> Refusal {
        if (moving().available) return std::nullopt;
        return "these points stand still; trajectories, uniform:, hotspots: and roads: move";
    };
    const auto add = [&](const char* id, const char* title, const char* keys, const char* help, std::function<void()> run,
                         std::function<Refusal()> refuses, std::function<bool()> checked = {}) {
        commands.add({id, title, "Ticks", keys, help, std::move(run), std::move(refuses), std::move(checked)});
    };
    add(
        "ticks.play", "Play the ticks", "M", "Let the points move, tick by tick, or pause; the search follows them.",
        [&workbench, moving] { workbench.play_ticks(!moving().playing && !moving().seeking); }, still,
        [moving] { return moving().playing || moving().seeking; });
    const auto by = [&workbench, moving](
                        std::int64_t ticks) { return [&workbench, moving, ticks] { workbench.go_to_tick(moving().tick + ticks); }; };
    add("ticks.forward", "One tick forward", ".", "Let the points move by one tick.", by(1), [moving, still]() -> Refusal {
        if (Refusal none = still()) return none;
        if (moving().ticks > 0 && moving().tick + 1 >= moving().ticks) return "this is the last tick";
        return std::nullopt;
    });
    add(
        "ticks.next_rebuild", "Next rebuild of the index", "B",
        "Let the points move, as fast as they can, until the method has to make its index anew.",
        [&workbench, moving] { workbench.seek_rebuild(!moving().seeking); },
        [&workbench, moving, still]() -> Refusal {
            if (Refusal none = still()) return none;
            if (moving().seeking) return std::nullopt;
            if (workbench.view().neighbours.empty()) return "there is no answer yet";
            if (moving().index.empty()) return "this method keeps no index while points move; quadtree-cached and quadtree-coalesced do";
            if (moving().ticks > 0 && moving().tick + 1 >= moving().ticks) return "this is the last tick";
            return std::nullopt;
        });
    const auto at_first = [moving, still]() -> Refusal {
        if (Refusal none = still()) return none;
        if (moving().tick == 0) return "this is the first tick";
        return std::nullopt;
    };
    add("ticks.back", "One tick back", ",", "Show the points where they were a tick before.", by(-1), at_first);
    add(
        "ticks.first", "First tick", "", "Show the points where they were at first.", [&workbench] { workbench.go_to_tick(0); }, at_first);
    add(
        "ticks.loop", "Loop the ticks", "", "Begin again after the last tick.",
        [&workbench, moving] { workbench.set_tick_loop(!moving().loop); },
        [moving, still]() -> Refusal {
            if (Refusal none = still()) return none;
            if (moving().ticks == 0) return "these points move on without end";
            return std::nullopt;
        },
        [moving] { return moving().loop; });
    const auto speed = [&workbench, moving](
                           double factor) { return [&workbench, moving, factor] { workbench.set_tick_speed(factor * moving().speed); }; };
    add("ticks.faster", "Ticks faster", "", "Twice as many ticks a second.", speed(2), still);
    add("ticks.slower", "Ticks slower", "", "Half as many ticks a second.", speed(0.5), still);
}

}  // namespace neighborscope
