// Round marks of fixed screen size, one instance each: neighbours, rings, the query.
layout(location = 0) uniform int kind;  // 0 neighbours, 1 rings (selected, hovered), 2 query, 3 rows marked by a step
out vec2 at;                            // device pixels from the centre
flat out vec4 fill, outline;
flat out vec2 radii;                    // device pixels: of the fill, of the outline
layout(std430, binding = 3) readonly buffer MarkedRows { ivec2 marked[]; };  // row; 0 found later, 1 entered, 2 left
flat out float inner_ring;              // > 0: a second ring of that radius, device pixels
flat out int crossed;
flat out float ticks;                   // > 0: the query's cross begins at this distance

// The k-th distance in logical pixels. If it is small the marks shrink, so that they do not hide one another. With inner products, which
// are no lengths, marks keep their size.
float radius_in_pixels() { return ball == 3 ? 1e6 : last_distance() * pixels_per_unit / (scale * max(to_clip(query.xyz).w, 1e-6)); }

void main() {
    vec3 position = query.xyz;
    bool shown = true;
    ticks = 0.0;
    inner_ring = 0.0;
    crossed = 0;
    fill = vec4(0);
    outline = vec4(0);
    radii = vec2(0);
    if (kind == 0) {
        int rank = k - 1 - gl_InstanceID;  // the nearest last, on top
        int row = neighbour_row(rank);
        shown = row >= 0;
        if (shown) position = position_of(row);
        fill = vec4(rank_colour(rank), 1.0);
        outline = vec4(colour_view.rgb, 1.0);
        // In long lists they are dots without an outline, which would cover each other and the picture.
        float inner = clamp(0.22 * radius_in_pixels(), 2.75, 5.5), crowd = smoothstep(256.0, 2000.0, float(k));
        outline = mix(outline, fill, crowd);
        radii = vec2(mix(inner, 1.25, crowd), mix(inner + mix(1.0, 1.5, inner / 5.5), 1.25, crowd)) * scale;
    } else if (kind == 1) {
        int row = gl_InstanceID == 0 ? neighbour_row(selected_rank) : (hovered < count ? hovered : -1);
        shown = row >= 0;
        if (shown) position = position_of(row);
        outline = vec4(colour_text.rgb, 1.0);
        radii = vec2(8.5, 10.0) * scale;
    } else if (kind == 3) {
        int row = marked[gl_InstanceID].x, mark = marked[gl_InstanceID].y;
        shown = row >= 0 && row < count;
        if (shown) position = position_of(row);
        outline = vec4(colour_text.rgb, 1.0);
        // Rings of rows found later shrink if many are close together, which would otherwise merge.
        float later = clamp(0.8 * radius_in_pixels() * inversesqrt(float(max(k, 1))), 1.75, 5.75);
        radii = (mark == 0 ? vec2(later - mix(0.75, 1.25, (later - 1.75) / 4.0), later) : mark == 1 ? vec2(11.0, 13.0) : vec2(5.5, 7.0)) * scale;
        inner_ring = mark == 1 ? 8.0 * scale : 0.0;
        crossed = mark == 2 ? 1 : 0;
    } else {
        fill = vec4(colour_query.rgb, 1.0);
        outline = vec4(colour_query_ring.rgb, 1.0);
        float radius = k > 0 ? radius_in_pixels() : 0.0;
        float inner = radius > 0.0 ? clamp(0.26 * radius, 3.0, 6.5) : 6.5;
        radii = vec2(inner, inner + mix(1.25, 2.0, inner / 6.5)) * scale;
        ticks = (radius > 0.0 && radius < 30.0 ? max(13.0, radius + 6.0) : 13.0) * scale;  // around a small circle, inside a large one
    }
    vec4 clip = to_clip(position);
    if (!shown || clip.w <= 0.0) { gl_Position = vec4(2, 2, 2, 1); at = vec2(0); return; }
    float reach = (ticks > 0.0 ? ticks + 8.0 * scale : radii.y) + 1.0;
    at = vec2((gl_VertexID & 1) == 0 ? -reach : reach, (gl_VertexID & 2) == 0 ? -reach : reach);
    gl_Position = vec4(clip.xy / clip.w + at / (0.5 * viewport), clamp(clip.z / clip.w, -1.0, 1.0), 1.0);
}
