#include "app/instruments/scene/leaf_colours.hpp"

namespace neighborscope {

LeafColours leaf_colours(render::Theme theme, int way) {
    const bool light = theme == render::Theme::light;
    const render::Colour on_dark = render::hex(0x0E1013), on_light = render::hex(0xFFFFFF);
    switch (way) {
        case 0:
            return light ? LeafColours{render::hex(0x0072B2), render::hex(0x00639C), on_light}
                         : LeafColours{render::hex(0x56B4E9), render::hex(0x56B4E9), on_dark};
        case 1:
            return light ? LeafColours{render::hex(0xD55E00), render::hex(0xA84300), on_light}
                         : LeafColours{render::hex(0xF08A45), render::hex(0xF08A45), on_dark};
        default:
            return light ? LeafColours{render::hex(0xE69F00), render::hex(0x7A5200), on_light}
                         : LeafColours{render::hex(0xE69F00), render::hex(0xF0B429), on_dark};
    }
}

}  // namespace neighborscope
