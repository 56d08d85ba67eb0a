layout(location = 0) uniform int shape;  // 0 disc, 1 diamond, 2 ring
layout(location = 2) uniform vec4 ink;
flat in float diameter;
layout(location = 0) out vec4 result;

void main() {
    vec2 at = (gl_PointCoord - 0.5) * (diameter + 3.0);
    // Diamonds and rings have a halo, so that their shape differs from points.
    float away = shape == 1 ? (abs(at.x) + abs(at.y)) * 0.70710678 : length(at);
    float radius = shape == 1 ? 0.42 * diameter : 0.5 * diameter;
    float beyond = shape == 2 ? abs(away - radius + scale) - scale : away - radius;  // a ring is two logical pixels thick
    float inside = clamp(0.5 - beyond, 0.0, 1.0), halo = shape == 0 ? 0.0 : clamp(1.7 - beyond, 0.0, 1.0);
    result = vec4(mix(colour_view.rgb, ink.rgb, inside), max(halo, inside * ink.a));
    if (result.a <= 0.0) discard;
}
