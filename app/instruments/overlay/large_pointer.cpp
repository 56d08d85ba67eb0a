#include "app/instruments/overlay/large_pointer.hpp"

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace neighborscope {
namespace {

constexpr double pointer_reach = 1.3;  // of the image from its middle, in diameters of the ring

/// The corners of an arrow with its tip at 0 0, in diameters of the ring.
constexpr std::array<glm::dvec2, 7> arrow_corners{
    {{0, 0}, {0, 0.92}, {0.21, 0.72}, {0.35, 1.04}, {0.49, 0.98}, {0.35, 0.67}, {0.64, 0.67}}};

/// The distance to the edge of the arrow, negative inside.
double distance_to_arrow(const glm::dvec2& at) {
    double nearest = 1e9;
    bool inside = false;
    for (std::size_t i = 0, before = arrow_corners.size() - 1; i < arrow_corners.size(); before = i++) {
        const glm::dvec2 &a = arrow_corners[before], &b = arrow_corners[i], edge = b - a;
        const double along = std::clamp(glm::dot(at - a, edge) / glm::dot(edge, edge), 0.0, 1.0);
        nearest = std::min(nearest, glm::distance(at, a + along * edge));
        if ((a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
    }
    return inside ? -nearest : nearest;
}

/// A pixel that is built from back to front.
struct PointerInk {
    glm::dvec4 all{0, 0, 0, 0};  // colours multiplied by opacity

    /// `outside`: the distance to the shape in pixels, negative inside; its edge is smooth over one pixel.
    void add(double outside, const glm::dvec3& colour, double opacity = 1) {
        const double share = opacity * std::clamp(0.5 - outside, 0.0, 1.0);
        all = all * (1 - share) + glm::dvec4(colour * share, share);
    }
};

}  // namespace

int ring_diameter(double view_height) { return std::clamp(int(std::lround(view_height / 25)), 24, 192); }

PointerImage large_pointer(int diameter, int pulse) {
    const glm::dvec3 black{0.05, 0.05, 0.05}, white{1, 1, 1}, yellow{1, 0.84, 0};
    const double radius = 0.5 * diameter, band = std::max(3.0, 0.11 * diameter), line = std::max(1.0, 0.03 * diameter);
    PointerImage image;
    image.side = 2 * int(std::ceil(pointer_reach * diameter)) + 1;
    image.rgba.reserve(std::size_t(image.side) * std::size_t(image.side) * 4);
    const int middle = image.side / 2;
    for (int y = -middle; y <= middle; ++y)
        for (int x = -middle; x <= middle; ++x) {
            const glm::dvec2 at(x, y);
            PointerInk ink;
            const auto add_ring = [&](double around, double opacity) {
                const double outside = std::abs(glm::length(at) - around) - 0.5 * band;
                ink.add(outside - line, black, opacity);
                ink.add(outside, yellow, opacity);
            };
            if (pulse > 0) {
                const double passed = double(pulse) / (pulse_images + 1);
                add_ring(radius + passed * (pointer_reach * diameter - radius - band), 1 - passed);
            }
            add_ring(radius, 1);
            const double from_arrow = distance_to_arrow(at / double(diameter)) * diameter;
            ink.add(from_arrow - 2 * line, black);
            ink.add(from_arrow - line, white);
            ink.add(from_arrow + line, black);
            for (int channel = 0; channel < 3; ++channel)
                image.rgba.push_back(
                    static_cast<std::uint8_t>(std::lround(255 * (ink.all.a > 0 ? std::min(1.0, ink.all[channel] / ink.all.a) : 0.0))));
            image.rgba.push_back(static_cast<std::uint8_t>(std::lround(255 * std::min(1.0, ink.all.a))));
        }
    return image;
}

}  // namespace neighborscope
