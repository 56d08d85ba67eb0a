// The query, as the mouse, keys and tables move it.
#pragma once
#include "app/session/workbench/controls.hpp"

#include <cstdint>
#include <vector>

namespace neighborscope {

/// Positions are true coordinates of all axes; fewer are those of the axes of the picture. Nothing happens where there is no such row.
class QueryControls : public Controls {
public:
    using Controls::Controls;

    /// Moves the query without an undo step (the mouse).
    void move_to(const std::vector<double>& position);
    /// Puts the query on a data point without an undo step; it goes on following the mouse.
    void move_to_row(std::int64_t row);
    /// Pins the query at a place (a click beside points): one undoable step.
    void pin_at(const std::vector<double>& position);
    /// Puts the query on a data point and pins it there: one undoable step. With `merge` it goes on with the same change.
    void pin_at_row(std::int64_t row, bool merge = false);
    void pin_at_random_row();  ///< another than now, where there is one: one undoable step
    /// Pins the query on the row so many further, past the last on the first; from no row on the first, or the last: undoable, one step
    /// with those before.
    void move_by_rows(std::int64_t by);
    /// Lets every point ask, pins the query on the one that took the most distances (or visited the most leaves, where the points are
    /// coloured by these) and says so with the numbers: view().why. One undoable step, once it is known.
    void find_costliest();

    /// True coordinates of what was asked last, answered or not; empty before anything was asked.
    std::vector<double> requested_position() const;
    bool follows_mouse() const;  ///< whether the mouse moves the query: it stays while its search is stepped through
};

}  // namespace neighborscope
