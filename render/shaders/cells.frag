layout(location = 0) uniform int kind;
flat in vec4 corners, area, line;
flat in float half_width;
layout(location = 0) out vec4 result;

void main() {
    vec2 inside = min(gl_FragCoord.xy - corners.xy, corners.zw - gl_FragCoord.xy);
    float from_edge = min(inside.x, inside.y);  // above 0 inside; 0 on an edge, whose pixels the rasteriser assigns to one of two leaves
    float drawn = line.a * clamp(half_width + 0.5 - abs(from_edge), 0.0, 1.0);
    float filled = from_edge >= 0.0 ? area.a * (1.0 - drawn) : 0.0;
    float all = drawn + filled;
    if (all <= 0.0) discard;
    result = vec4((line.rgb * drawn + area.rgb * filled) / all, all);
}
