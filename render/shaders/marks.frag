in vec2 at;
flat in vec4 fill, outline;
flat in vec2 radii;
flat in float inner_ring;
flat in int crossed;
flat in float ticks;
layout(location = 0) out vec4 result;

void main() {
    float from_middle = length(at);
    float inside = clamp(radii.x + 0.5 - from_middle, 0.0, 1.0);
    float within = clamp(radii.y + 0.5 - from_middle, 0.0, 1.0);
    float ring = fill.a > 0.0 ? within : within * (1.0 - inside);
    result = vec4(mix(outline.rgb, fill.rgb, fill.a > 0.0 ? inside : 0.0), ring);
    if (inner_ring > 0.0) result.a = max(result.a, clamp(0.75 * scale + 0.5 - abs(from_middle - inner_ring), 0.0, 1.0));
    if (crossed == 1 && from_middle < radii.y) {
        float line = min(abs(at.x + at.y), abs(at.x - at.y)) * 0.70710678;
        result.a = max(result.a, clamp(0.6 * scale + 0.5 - line, 0.0, 1.0));
    }
    if (ticks > 0.0) {
        // Four ticks of 8 x 2.5 logical pixels, with a halo of the background so that they are visible on anything.
        vec2 p = abs(at);
        float along = max(p.x, p.y), across = min(p.x, p.y), unit = scale;
        float outside = max(max(ticks - along, along - (ticks + 7.0 * unit)), across - 1.25 * unit);
        float tick = clamp(0.5 - outside, 0.0, 1.0), halo = clamp(0.5 - (outside - unit), 0.0, 1.0);
        if (halo > result.a) result = vec4(mix(colour_view.rgb, outline.rgb, tick), max(halo, result.a));
    }
    if (result.a <= 0.0) discard;
}
