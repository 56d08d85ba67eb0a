// Methods side by side on one question, and the race of their steps.
#pragma once
#include "app/session/shown/racing.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace neighborscope {

class ShownSearch;

/// What is shown is view().race. Changes of who takes part are undoable steps; how the race is run takes none.
class RaceControls : public Controls {
public:
    using Controls::Controls;

    /// What each contender beside the document's method answers; all that changes goes to the workbench. Good until the next poll().
    std::vector<ShownSearch*> other_contenders() const;
    void add(const std::string& contender);  ///< see contender_in; beyond the most there may be nothing happens
    void add_present();                      ///< the document's method with its options and metric, which may then be changed
    /// Another text for a contender from 1 on; with `merge` it goes on with the same change.
    void change(std::size_t contender, const std::string& text, bool merge = false);
    void swap_with_first(std::size_t contender = 1);  ///< they change places
    void remove(std::size_t contender);               ///< 0: the document's own, whose place the next one takes
    void end();                                       ///< takes all out but the document's own

    void set_by(RaceBy);
    void go_to(double clock);  ///< clamped to 0 .. view().race.total. Playing pauses.
    void play(bool);
};

}  // namespace neighborscope
