// Stepping through the search, for the keyboard, screen readers and copying: the contents of timeline, pseudo-code and heap in the view.
#include "app/panels/panel.hpp"
#include "app/session/stepping/narrate.hpp"
#include "app/session/workbench/stepping_controls.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::panels {
namespace {

constexpr int speed_ticks = 100;  // positions of the slider, logarithmic

int tick_of(double speed) {
    return int(std::lround(speed_ticks * std::log(speed / slowest_steps) / std::log(fastest_steps / slowest_steps)));
}
double speed_of(std::int64_t tick) { return slowest_steps * std::pow(fastest_steps / slowest_steps, double(tick) / speed_ticks); }

std::string cell_text(const Recording& record, std::int64_t position, int column) {
    const Step& one = record.at(position);
    const MethodInfo& info = record.method->info;
    const auto row_text = [&](std::int32_t index) { return index < 0 ? std::string() : row_text_of(record, index); };
    const auto distance_of = [&](double value) { return std::isfinite(value) ? distance_text(record, value) : std::string(); };
    enum { step, phase, kind, point, distance, left, bound };
    switch (column) {
        case step: return text_of_count(position);
        case phase: return std::size_t(one.phase) < info.phases.size() ? std::string(info.phases[std::size_t(one.phase)]) : "";
        case kind: return kind_name(record, position);
        case point: return row_text(one.entered.index);
        case distance: return distance_of(double(one.entered.distance));
        case left: return row_text(one.left.index);
        case bound: return distance_of(double(one.bound));
        default: return narrate_step(record, position);
    }
}

/// The table of steps. Sentences are made on demand, since there may be two million.
Table table_of(const Stepping& stepping, Workbench& workbench) {
    Table table;
    table.columns = {{"step", {}, false, 72}, {"phase", {}, true, 104}, {"event", {}, true, 80}, {"added", {}, false, 72, true},
        {"distance", {}, false, 80, true}, {"removed", {}, false, 72, true}, {"bound", {}, false, 80, true}, {"description", {}, true, 0}};
    if (!stepping.ready) return table;
    const auto record = stepping.record;
    table.count = record->count();
    table.cell = [record](std::int64_t row, int column) -> Table::Cell { return {cell_text(*record, row + 1, column)}; };
    table.help = [record](std::int64_t row) { return narrate_step(*record, row + 1); };
    table.selected = stepping.position - 1;
    table.scrolls_to_selected = true;
    table.select = [&workbench](std::int64_t row) {
        if (row >= 0) workbench.stepping().go_to(row + 1);
    };
    return table;
}

/// The points in the acting heap or list, in array order.
std::string structure_text(const ActingStructure& acting) {
    constexpr std::size_t max_named = 64;
    std::string text = acting.title + ": ";
    for (std::size_t i = 0; i < acting.entries.size() && i < max_named; ++i)
        text += (i ? ", " : "") + text_of_count(acting.entries[i].file_row);
    return acting.entries.size() > max_named ? text + ", \u2026" : text;
}

Buttons buttons_of(const Context& context, bool leaves) {
    Buttons buttons;
    const auto add = [&](const char* id, const char* label) { buttons.buttons.push_back(button_of(context.commands, id, label)); };
    add("step.back", "Back");
    add("step.play", context.view.stepping.playing || context.view.race.playing ? "Pause steps" : "Play steps");
    add("step.forward", "Step");
    add("step.every", "Every step");
    add("step.next_decision", "Next decision");
    add("step.previous_eviction", "Previous eviction");
    add("step.next_eviction", "Next eviction");
    add("step.next_phase", "Next phase");
    if (leaves) {
        add("step.next_visit", "Next leaf");
        add("step.next_skip", "Next skipped");
    }
    add("step.loop", "Loop");
    for (Button& one : buttons.buttons)
        if (one.id != "step.loop" && one.id != "step.every") one.checked.reset();
    return buttons;
}

}  // namespace

Code code_of(const ViewModel& view, const SessionState& session) {
    Code code;
    const MethodInfo* method = view.info_of(session.method);
    if (!method) return code;
    // The code of `own` has parts, each with a heading after an empty line: for graphs, and for lists. The index has the one or the other.
    const bool graph = view.data.own_option == "ef";
    bool other_part = false, heading = true;
    for (std::size_t at = 0; at < method->pseudo_code.size(); ++at) {
        const std::string_view line = method->pseudo_code[at];
        if (heading && method->supports.own_index)
            other_part = (line.starts_with("graph,") && !graph) || (line.starts_with("inverted lists") && graph);
        heading = line.empty();
        if (other_part) continue;
        if (std::ranges::find(view.stepping.lines, int(at)) != view.stepping.lines.end()) code.marked.push_back(int(code.lines.size()));
        code.lines.emplace_back(line);
    }
    return code;
}

Panel steps_panel(const Context& context) {
    const ViewModel& view = context.view;
    const Stepping& stepping = view.stepping;
    Panel panel{"steps", "Steps", {}, {}, {}};
    panel.shown = stepping.open;
    if (!panel.shown) return panel;
    Workbench& workbench = context.workbench;
    panel.fact = found_by_now(view);
    auto& rows = panel.rows;
    rows.push_back({"steps.ways", {}, {}, buttons_of(context, stepping.ready && stepping.record->tree)});
    rows.push_back({"steps.slider", "Step", "0 is before the first step",
        Slider{0, stepping.ready ? stepping.count : 0, stepping.ready ? stepping.position : 0,
            stepping.ready ? step_text(stepping.position, stepping.count) : "",
            [&workbench](std::int64_t to) { workbench.stepping().go_to(to); }}});
    const bool decisions = stepping.plays_decisions();
    rows.push_back({"steps.speed", "Speed", decisions ? "Decisions per second" : "Steps per second",
        Slider{0, speed_ticks, tick_of(stepping.speed),
            text_of_count(std::llround(stepping.speed)) + (decisions ? " decisions/s" : " steps/s"),
            [&workbench](std::int64_t tick) { workbench.stepping().set_speed(speed_of(tick)); }}});
    rows.back().beside = true;
    Text said{step_sentence(stepping)};
    said.min_lines = 2;
    rows.push_back({"steps.sentence", "What happened", {}, std::move(said)});
    if (stepping.ready && !stepping.acting.title.empty())
        rows.push_back({"steps.held", {}, "The points in the active heap or list, in the order of its array",
            Text{structure_text(stepping.acting), Tone::second}});
    if (view.why) rows.push_back({"steps.why", "Why this point is not a neighbour", {}, Text{view.why->text}});
    rows.push_back({"steps.table", "Steps", {}, table_of(stepping, workbench)});
    Code code = code_of(view, context.session);
    if (!code.lines.empty()) {
        rows.push_back({"steps.code", "Pseudo-code; the marked lines are being executed", {}, std::move(code)});
        rows.back().beside = true;
    }
    return panel;
}

}  // namespace neighborscope::panels
