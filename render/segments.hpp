// Straight pieces with a soft edge, of which links, boxes and the circle of the k-th distance are made. Inside render only.
#pragma once
#include "render/program.hpp"

namespace neighborscope::render {

class Segments {
public:
    enum class Kind { links, ball, box, lines, leaves, hovered_leaf, own_leaf, order };  ///< as segments.vert has them
    explicit Segments(Programs&);

    /// A curve of `of_one_curve` pieces goes once round, as the edges of one leaf do.
    void draw(Kind, int pieces, unsigned empty_array, int of_one_curve = 1) const;
    /// Of leaves or their order: the first and how far it is to the next.
    void choose_leaves(int first, int stride) const;
    /// Of the ball, for the next draw: below 0 the last neighbour's distance. `age` above 0: dotted, and paler by each that came after it.
    void set_ball(float radius, int age) const;

private:
    Program program_;
};

}  // namespace neighborscope::render
