// The leaves of a quadtree as rectangles, one instance each; then the query's leaf and the hovered one.
layout(location = 0) uniform int kind;  // 0 all leaves, 1 the hovered one, 2 the query's
layout(location = 1) uniform ivec2 some;  // of all leaves: the first, and the stride
flat out vec4 corners;                  // device pixels, y up: low x and y, high x and y
flat out vec4 area, line;               // colours
flat out float half_width;              // of the line, device pixels

const float farthest = 32000.0;  // device pixels: beyond the edges of any view, and small enough that halves are exact

void main() {
    int leaf = kind == 0 ? some.x + gl_InstanceID * some.y : kind == 1 ? hovered_leaf : query_leaf();
    vec4 low = to_clip(cell_low(leaf)), high = to_clip(cell_high(leaf));
    corners = clamp(vec4(0.5 * low.xy + 0.5, 0.5 * high.xy + 0.5) * viewport.xyxy, -farthest, farthest);
    float side = side_of(0.5 * (high.xy - low.xy) * viewport) / scale;  // logical pixels
    float reach = 0.0;
    if (kind == 0) {
        // Lines fade where cells are small, so that they do not cover what they divide; fills become stronger, because points cover them.
        float lines = smoothstep(3.0, 14.0, side), small = 1.0 - smoothstep(6.0, 40.0, side);
        float share = cell_share(leaf);
        bool empty = fill != 0 && cell_without(leaf);
        vec2 opacity = mix(empty_and_full.xy, empty_and_full.zw, small);
        area = fill == 0 || empty ? vec4(0) : vec4(ramp_at(share), mix(opacity.x, opacity.y, share));
        // Boxes hold about as many objects each: small ones are not filled, because the points' density below is more informative.
        if (fill == 1 && tree_of_boxes == 1) area.a *= smoothstep(3.0, 14.0, side);
        // Over fills in a light view thin lines would be invisible.
        line = fill == 0 ? vec4(colour_cell.rgb, lines) : vec4(mix(colour_cell.rgb, colour_text.rgb, 0.3 * colour_view.r), 0.8 * lines);
        half_width = 0.5 * scale;
        if (marked != 0) {
            if (cell_marked(leaf)) {
                area = vec4(fill == 0 ? colour_text.rgb : ramp_at(share), fill == 0 ? 0.25 : 0.85);
                line = vec4(colour_text.rgb, max(lines, 0.25));
            } else {
                area.a *= 0.25;
                line.a *= 0.5;
            }
        }
        if (marked == 0 && lines <= 0.0 && area.a <= 0.0) { gl_Position = vec4(2, 2, 2, 1); return; }
    } else {
        bool own = kind == 2;
        area = own ? vec4(colour_query.rgb, 0.16) : vec4(0);
        line = vec4(own ? colour_query.rgb : colour_text.rgb, 1.0);
        half_width = (own ? 1.5 : 0.75) * scale;
        reach = half_width + 1.0;
        if (own) {  // at least a visible size
            vec2 middle = 0.5 * (corners.xy + corners.zw), half_side = max(0.5 * (corners.zw - corners.xy), vec2(3.0 * scale));
            corners = vec4(middle - half_side, middle + half_side);
        }
    }
    vec2 at = vec2((gl_VertexID & 1) == 0 ? corners.x - reach : corners.z + reach, (gl_VertexID & 2) == 0 ? corners.y - reach : corners.w + reach);
    gl_Position = vec4(at / (0.5 * viewport) - 1.0, 0.0, 1.0);
}
