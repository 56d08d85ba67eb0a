// Timings that are kept to compare others with.
#pragma once
#include "app/session/workbench/controls.hpp"

namespace neighborscope {

class TimingControls : public Controls {
public:
    using Controls::Controls;
    void freeze(bool);  ///< keeps the present timings as A, view().frozen, to compare others with; or lets them go
};

}  // namespace neighborscope
