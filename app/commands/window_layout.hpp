// How the parts of a window share its width and height, the same in all windows. All sizes are logical pixels at 100 percent.
#pragma once
#include "app/commands/commands.hpp"

#include <array>
#include <optional>
#include <string>

namespace neighborscope {

/// Where docks stand: the data at the left and the query at the right of the view; one above the other; or all in one place, in turn, because
/// the window is so small that they would leave less than half of its width to the view.
enum class DockPlaces { sides, stacked, in_turn };

struct WindowLayout {
    static constexpr int left_width = 232, right_width = 264, stacked_width = 244;  ///< of docks; the last is the least for all fields
    static constexpr int gap = 4;                                                   ///< between a dock and the view
    static constexpr int wide_from = 1400;                                          ///< docks are wide and show more panels side by side
    static constexpr int least_height = 560;                                        ///< of a window with docks above one another
    /// The share of the window's width that the view keeps, at least; and beside a lesson and one dock, where a lesson may be so narrow.
    static constexpr double view_share = 0.5, view_beside_lesson = 0.58;
    static constexpr int narrow_lesson = 280, wide_lesson = 460;
    static constexpr int narrow_column = 300;    ///< of a lesson that takes turns with docks
    static constexpr int large_text_from = 440;  ///< the width of a lesson whose text is large while presenting

    DockPlaces places = DockPlaces::sides;
    bool wide = false;
    int lesson = 0;          ///< the width of the open lesson; 0: none is open
    int column = 0;          ///< the width of the place where docks take turns; 0: they take none
    bool large_text = true;  ///< a lesson has room for large text

    static WindowLayout of(double width, double height, bool lesson, bool presenting);
    bool operator==(const WindowLayout&) const = default;

private:
    static WindowLayout at_rest(double width, double height, bool lesson);
};

/// The dock that is open while docks take turns. Those that the document shows come back afterwards.
class DockTurns {
public:
    /// Call whenever the places, the docks of the document or the page may have changed. `page`: of the lesson; "": none is open. Turning
    /// a page opens the lesson. Returns whether docks begin to take turns.
    bool update(DockPlaces, const std::array<bool, 3>& docks, const std::string& page);
    /// Opens a dock instead of the one that is open, or closes it.
    void toggle(Dock dock) { open_ = open_ == dock ? std::nullopt : std::optional(dock); }
    bool are_taken() const { return taken_; }
    /// Whether the dock is open, in turn or as the document has it.
    bool shows(Dock) const;
    /// Docks that can be opened now: the lesson only if there is one.
    bool offers(Dock dock) const { return dock != Dock::lesson || !page_.empty(); }

private:
    bool taken_ = false;
    std::optional<Dock> open_;
    std::array<bool, 3> docks_{};
    std::string page_;
};

/// The page of the open lesson, for DockTurns; "": none is open.
std::string page_of_lesson(Workbench&);
/// What is said when docks begin to take turns: how they are opened.
std::string sentence_about_turns();

}  // namespace neighborscope
