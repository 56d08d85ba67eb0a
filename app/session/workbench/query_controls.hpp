// Controls of the query, for mouse, keys and tables.
#pragma once
#include "app/session/workbench/controls.hpp"

#include <cstdint>
#include <vector>

namespace neighborscope {

/// Positions are true coordinates along all axes; if fewer, along the axes of the picture. No effect if there is no such row.
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
    void pin_at_random_row();  ///< a different one if possible: one undoable step
    /// Pins the query so many rows further, cyclically; if it is on no row, on the first or last. Successive calls are one undoable step.
    void move_by_rows(std::int64_t by);
    /// Runs a self-join and pins the query on the point whose query computed the most distances (or visited the most leaves, if points are
    /// coloured by these). view().why explains it. One undoable step, once the result is known.
    void find_costliest();

    /// True coordinates of the last request, answered or not; empty before the first.
    std::vector<double> requested_position() const;
    bool follows_mouse() const;  ///< false while its search is stepped through
};

}  // namespace neighborscope
