#include "render/kth_distance_circle.hpp"

namespace neighborscope::render {
namespace {

constexpr int pieces_of_circle = 256;  // with a radius of 2000 pixels it is then 0.15 pixels from its polygon

}  // namespace

void draw_kth_distance_circle(const Segments& segments, const SceneState& state, bool three_d, unsigned empty_array) {
    const int of_one_curve = state.ball == Ball::euclidean ? pieces_of_circle : 4;
    const auto draw = [&](float radius, int age) {
        segments.set_ball(radius, age);
        segments.draw(Segments::Kind::ball, three_d ? 3 * of_one_curve : of_one_curve, empty_array, of_one_curve);
    };
    // The oldest first, below the others.
    for (int age = int(state.earlier_bounds.size()); age > 0; --age) draw(state.earlier_bounds[std::size_t(age - 1)], age);
    draw(state.bound.value_or(-1), 0);
}

}  // namespace neighborscope::render
