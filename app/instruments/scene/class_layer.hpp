// Draws classes: decision regions under the points, and rings around misclassified points.
#pragma once
#include "app/data/points/projection.hpp"
#include "app/session/shown/view_model.hpp"
#include "render/scene.hpp"

namespace neighborscope {

/// Opacity of regions on the background of the view.
render::PlaneOpacity region_opacity(const DecisionRegions&, render::Theme);

class ClassLayer {
public:
    /// Uploads changes to OpenGL. The GL context must be current.
    void update(const Classifying&, const Projection&, render::Theme);
    void add_to(render::Extras&) const;
    bool has_regions() const { return !image_.empty(); }

private:
    static render::PlaneImage image_of(const DecisionRegions&);
    void colour_regions(const Classifying&, render::Theme);
    void place_rings(const Classifying&, const Projection&);

    std::uint64_t regions_ = 0, ringed_generation_ = 0;  ///< generations of the present buffers
    render::Theme theme_ = render::Theme::light;
    render::PlaneImage image_;
    Projection projection_;
    render::Buffer places_{4};
    int rings_ = 0;
};

}  // namespace neighborscope
