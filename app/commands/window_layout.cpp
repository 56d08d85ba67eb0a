#include "app/commands/window_layout.hpp"

#include "app/session/workbench/lesson_controls.hpp"

#include <algorithm>

namespace neighborscope {

WindowLayout WindowLayout::of(double width, double height, bool lesson, bool presenting) {
    WindowLayout layout = at_rest(width, height, lesson);
    if (lesson && presenting) {
        layout.lesson = int(std::min(std::clamp(0.34 * width, 480.0, 720.0), (1 - view_share) * width));
        layout.large_text = layout.lesson >= large_text_from;
    }
    return layout;
}

WindowLayout WindowLayout::at_rest(double width, double height, bool lesson) {
    WindowLayout layout;
    const auto share = [width](double taken) { return (width - taken) / width; };
    const double taken_by_lesson =
        lesson ? gap + std::clamp((1 - view_beside_lesson) * width - stacked_width - 2 * gap, double(narrow_lesson), double(wide_lesson))
               : 0;
    if (lesson) layout.lesson = int(taken_by_lesson) - gap;
    layout.wide = width - taken_by_lesson >= wide_from;
    const double at_sides = left_width + right_width + 2 * gap, stacked = stacked_width + gap;
    if (share(taken_by_lesson + at_sides) >= (lesson ? view_beside_lesson : view_share)) return layout;
    layout.places = DockPlaces::stacked;
    if (share(taken_by_lesson + stacked) >= view_share && height >= least_height) return layout;
    layout.places = DockPlaces::in_turn;
    const double column = lesson ? std::clamp((1 - view_beside_lesson) * width, double(narrow_column), double(wide_lesson)) : right_width;
    layout.column = int(std::min(column, (1 - view_share) * width - gap));
    if (lesson) layout.lesson = layout.column;
    return layout;
}

bool DockTurns::update(DockPlaces places, const std::array<bool, 3>& docks, const std::string& page) {
    const bool begins = places == DockPlaces::in_turn && !taken_;
    const auto before = std::exchange(docks_, docks);
    const std::string page_before = std::exchange(page_, page);
    taken_ = places == DockPlaces::in_turn;
    if (!taken_) return false;
    const auto first_of = [](const std::array<bool, 3>& shown) -> std::optional<Dock> {
        for (const Dock dock : {Dock::right, Dock::left, Dock::bottom})
            if (shown[std::size_t(dock)]) return dock;
        return std::nullopt;
    };
    if (begins) {
        open_ = page.empty() ? first_of(docks) : Dock::lesson;
        return true;
    }
    for (std::size_t i = 0; i < docks.size(); ++i) {
        if (docks[i] == before[i]) continue;
        if (docks[i]) open_ = Dock(i);
        else if (open_ == Dock(i)) open_ = std::nullopt;
    }
    if (page != page_before) {
        if (!page.empty()) open_ = Dock::lesson;
        else if (open_ == Dock::lesson) open_ = first_of(docks);
    }
    return false;
}

bool DockTurns::shows(Dock dock) const {
    if (!offers(dock)) return false;
    if (taken_) return open_ == dock;
    return dock == Dock::lesson || docks_[std::size_t(dock)];
}

std::string page_of_lesson(Workbench& workbench) {
    const LessonControls& open = workbench.lessons();
    return open.lesson() ? open.lesson()->file + ":" + std::to_string(open.page()) : std::string();
}

std::string sentence_about_turns() {
    std::string keys;
    for (const DockInfo& dock : docks)
        if (dock.keys) keys += (keys.empty() ? "" : ", ") + std::string(dock.keys);
    return "The docks take turns: " + keys + " open and close one";
}

}  // namespace neighborscope
