// Base of the classes by which windows control one feature. Workbench has an accessor for each: workbench.stepping().play(true).
#pragma once

namespace neighborscope {

struct WorkbenchState;

class Controls {
public:
    explicit Controls(WorkbenchState& state) : state_(state) {}
    Controls(const Controls&) = delete;
    Controls& operator=(const Controls&) = delete;

protected:
    WorkbenchState& state_;
};

}  // namespace neighborscope
