// Classes as the view shows them: decision regions under the points, rings around those that are misclassified.
#pragma once
#include "app/data/points/projection.hpp"
#include "app/session/shown/view_model.hpp"
#include "render/scene.hpp"

namespace neighborscope {

/// Of a picture's regions over the view's colour.
render::PlaneOpacity region_opacity(const DecisionRegions&, render::Theme);

class ClassLayer {
public:
    /// Brings what changed into OpenGL's memory; GL context current.
    void update(const Classifying&, const Projection&, render::Theme);
    void add_to(render::Extras&) const;
    bool has_regions() const { return !image_.empty(); }

private:
    static render::PlaneImage image_of(const DecisionRegions&);
    void colour_regions(const Classifying&, render::Theme);
    void place_rings(const Classifying&, const Projection&);

    std::uint64_t regions_ = 0, ringed_generation_ = 0;  ///< generations of what is shown
    render::Theme theme_ = render::Theme::light;
    render::PlaneImage image_;
    Projection projection_;
    render::Buffer places_{4};
    int rings_ = 0;
};

}  // namespace neighborscope
