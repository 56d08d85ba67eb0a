// How leaves that a search visits are told from each other by colour, in the picture and in tables.
#pragma once
#include "render/palette.hpp"

namespace neighborscope {

/// How a leaf is told from others: its lines, its words, and its fill.
struct LeafColours {
    render::Colour line, text, ink;  ///< `ink` on `text`
};
LeafColours leaf_colours(render::Theme, int way);  ///< 0 left, 1 right, -1 the query's own

}  // namespace neighborscope
