// The colours of visited leaves, by direction, in the picture and in tables.
#pragma once
#include "render/palette.hpp"

namespace neighborscope {

struct LeafColours {
    render::Colour line, text, ink;  ///< `ink` on `text`
};
LeafColours leaf_colours(render::Theme, int way);  ///< 0 left, 1 right, -1 the query's own

}  // namespace neighborscope
