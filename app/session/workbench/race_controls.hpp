// Controls of the comparison of methods side by side, and of the race of their steps.
#pragma once
#include "app/session/shown/racing.hpp"
#include "app/session/workbench/controls.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace neighborscope {

class ShownSearch;

/// Results are in view().race. Adding, changing and removing contenders are undoable steps; playing the race is not.
class RaceControls : public Controls {
public:
    using Controls::Controls;

    /// The searches of all contenders except the document's method. Valid until the next poll().
    std::vector<ShownSearch*> other_contenders() const;
    void add(const std::string& contender);  ///< see contender_in; no effect beyond max_contenders
    void add_present();                      ///< a copy of the document's method, options and metric, which can then be changed
    /// Replaces the text of a contender, from 1; with `merge` it continues the same change.
    void change(std::size_t contender, const std::string& text, bool merge = false);
    void swap_with_first(std::size_t contender = 1);  ///< exchanges them
    void remove(std::size_t contender);               ///< 0: the document's own, which the next one replaces
    void end();                                       ///< removes all except the document's own

    void set_by(RaceBy);
    void go_to(double clock);  ///< clamped to 0 .. view().race.total. Pauses playback.
    void play(bool);
};

}  // namespace neighborscope
