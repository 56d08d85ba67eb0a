// Marks of many places: queries whose lists were compared with the truth, right ones pale, wrong ones not to be overlooked; rings around
// points. Inside render only.
#pragma once
#include "render/program.hpp"
#include "render/scene.hpp"

namespace neighborscope::render {

class ComparisonMarks {
public:
    explicit ComparisonMarks(Programs&);
    /// Binds shader storage 3. Depth test and blending are the caller's.
    void draw(const Extras&, Theme, unsigned empty_array);
    /// float[count][3]; the same. Of thousands dots, since rings would cover all.
    void draw_rings(const Buffer& places, int count, Theme, unsigned empty_array);

private:
    enum class Shape { disc, diamond, ring };  ///< as compared.frag has them
    void bind(const Buffer& places, unsigned empty_array) const;
    void draw_marks(Shape, int first, int count, float size, const Colour&) const;

    Program program_;
};

}  // namespace neighborscope::render
