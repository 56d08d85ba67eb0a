// The pointer that is seen from the last row: a large arrow with a ring around its tip, in colours that stand out from both themes. Both
// windows use its image as their cursor, so that it is above everything and never hides.
#pragma once
#include <cstdint>
#include <vector>

namespace neighborscope {

struct PointerImage {
    int side = 0;                    ///< pixels; the arrow's tip is in the middle
    std::vector<std::uint8_t> rgba;  ///< [side][side][4], opacity not multiplied into the colours
};

inline constexpr int pulse_images = 8;  ///< a click sends a second ring outwards in so many images
inline constexpr int pulse_milliseconds = 40;

/// The diameter of the ring in a view of this height: a 25th.
int ring_diameter(double view_height);
/// `pulse`: 0 at rest, 1 to pulse_images after a click.
PointerImage large_pointer(int ring_diameter, int pulse = 0);

/// Which image of the pointer is due. Times are milliseconds of any clock.
class PointerPulse {
public:
    void click(double now) { from_ = now; }
    /// 0: at rest.
    int image(double now) const {
        const double passed = (now - from_) / pulse_milliseconds;
        return passed >= 0 && passed < pulse_images ? 1 + int(passed) : 0;
    }

private:
    double from_ = -1e12;
};

}  // namespace neighborscope
