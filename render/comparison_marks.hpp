// Marks at many positions: queries whose lists were compared with the truth, right ones pale and wrong ones striking; rings around
// points. Internal to render.
#pragma once
#include "render/program.hpp"
#include "render/scene.hpp"

namespace neighborscope::render {

class ComparisonMarks {
public:
    explicit ComparisonMarks(Programs&);
    /// Binds shader storage 3. The caller sets depth test and blending.
    void draw(const Extras&, Theme, unsigned empty_array);
    /// Draws rings at float[count][3], likewise; dots if there are thousands, because rings would cover everything.
    void draw_rings(const Buffer& places, int count, Theme, unsigned empty_array);

private:
    enum class Shape { disc, diamond, ring };  ///< as in compared.frag
    void bind(const Buffer& places, unsigned empty_array) const;
    void draw_marks(Shape, int first, int count, float size, const Colour&) const;

    Program program_;
};

}  // namespace neighborscope::render
