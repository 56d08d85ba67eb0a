// Straight segments with a soft edge, for links, boxes and the ball of the k-th distance. Internal to render.
#pragma once
#include "render/palette.hpp"
#include "render/program.hpp"

namespace neighborscope::render {

class Segments {
public:
    enum class Kind { links, ball, box, lines, leaves, hovered_leaf, own_leaf, order, graph };  ///< as in segments.vert
    explicit Segments(Programs&);

    /// Every `of_one_curve` segments form a closed curve, for example the edges of one leaf.
    void draw(Kind, int pieces, unsigned empty_array, int of_one_curve = 1) const;
    /// For leaves, their order, or links of a graph: the first, and the stride.
    void choose_leaves(int first, int stride) const;
    /// Of links of a graph, and of those whose first row is complemented.
    void set_graph_colours(float opacity, const Colour& leaving, float leaving_opacity) const;
    /// The radius of the ball in the next draw; negative: the last neighbour's distance. `age` > 0: dotted, and paler the greater it is.
    void set_ball(float radius, int age) const;

private:
    Program program_;
};

}  // namespace neighborscope::render
