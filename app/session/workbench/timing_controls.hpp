// Controls of timings kept for comparison.
#pragma once
#include "app/session/workbench/controls.hpp"

namespace neighborscope {

class TimingControls : public Controls {
public:
    using Controls::Controls;
    void freeze(bool);  ///< keeps the present timings as view().frozen, or drops them
    void count_work();  ///< from now on the work of every search is counted (view().counters), as while methods are compared
};

}  // namespace neighborscope
