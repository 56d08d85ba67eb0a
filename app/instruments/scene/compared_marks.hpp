// The marks of compared queries in OpenGL buffers. Only for app/instruments.
#pragma once
#include "app/session/workbench/workbench.hpp"
#include "render/scene.hpp"

namespace neighborscope {

class ComparedMarks {
public:
    /// Uploads marks if the lists changed. `data`: the data drawn.
    void update(const Comparing&, const DataSet* data, const Projection&);
    void add_to(render::Extras&) const;

private:
    std::shared_ptr<const Comparison> lists_;
    Projection projection_;
    bool shown_ = false;
    render::Buffer places_{12};
    int right_ = 0, wrong_ = 0;
};

}  // namespace neighborscope
