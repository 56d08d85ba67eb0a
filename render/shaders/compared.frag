layout(location = 0) uniform int wrong;
layout(location = 2) uniform vec4 ink;
flat in float diameter;
layout(location = 0) out vec4 result;

void main() {
    vec2 at = (gl_PointCoord - 0.5) * (diameter + 3.0);
    // Wrong ones are diamonds with a halo, so that they are told from points by their shape, too.
    float away = wrong == 1 ? (abs(at.x) + abs(at.y)) * 0.70710678 : length(at);
    float radius = wrong == 1 ? 0.42 * diameter : 0.5 * diameter;
    float inside = clamp(radius + 0.5 - away, 0.0, 1.0), halo = wrong == 1 ? clamp(radius + 1.7 - away, 0.0, 1.0) : 0.0;
    result = vec4(mix(colour_view.rgb, ink.rgb, inside), max(halo, inside * ink.a));
    if (result.a <= 0.0) discard;
}
