// Straight segments with a soft edge, one instance each: links, the k-th-distance ball, the data's box.
layout(location = 0) uniform int kind;       // 0 links, 1 ball, 2 box, 3 lines of the caller, 4 leaves, 5 the hovered leaf, 6 the query's leaf, 7 order of leaves, 8 links of a graph
layout(location = 1) uniform int segments;   // of one curve of the ball; edges of a leaf, 12 or 4
layout(location = 2) uniform vec2 circle_turn;  // cosine and sine of one segment
layout(location = 3) uniform float own_radius;  // of the ball; negative: the last neighbour's distance
layout(location = 4) uniform int dotted;
layout(location = 5) uniform float faded;         // of a dotted ball: 1 is the newest
layout(location = 6) uniform ivec2 some;    // of all leaves or links of a graph: the first, and the stride
layout(location = 7) uniform float graph_opacity;
layout(location = 8) uniform vec4 leaving;  // of links whose first row is complemented
layout(std430, binding = 5) readonly buffer Lines { float lines[]; };  // six per line: from, to
layout(std430, binding = 4) readonly buffer Graph { int graph[]; };    // two rows per link; the second is complemented if it does not link back, the first if it leaves for good
out float strength;                          // of the colour's opacity
out float across;                            // device pixels from the centre line
out float along_line;                        // device pixels from the curve's beginning, for dots; negative: a solid line
flat out float dot_size;                     // device pixels
flat out float half_width;
flat out vec4 colour;

// Four consecutive corners of the unit ball's curve, in the plane of two axes. Those of a circle are computed by rotation: drivers on the
// CPU take long to compile a sine.
vec3 in_plane(int curve, vec2 p) { return curve == 0 ? vec3(p, 0) : curve == 1 ? vec3(p.x, 0, p.y) : vec3(0, p); }

void curve_corners(int curve, int step, out vec3 before, out vec3 from, out vec3 to, out vec3 after) {
    vec2 p, turn;
    if (ball == 0) {
        float angle = 6.283185307 * float(step) / float(segments);
        p = vec2(cos(angle), sin(angle));
        turn = circle_turn;
    } else {
        int corner = step & 3;
        p = corner == 0 ? vec2(1, 0) : corner == 1 ? vec2(0, 1) : corner == 2 ? vec2(-1, 0) : vec2(0, -1);
        if (ball == 2) p = vec2(p.x - p.y, p.x + p.y);
        turn = vec2(0, 1);
    }
    mat2 rotate = mat2(turn.x, turn.y, -turn.y, turn.x);
    before = in_plane(curve, p * rotate);
    from = in_plane(curve, p);
    to = in_plane(curve, rotate * p);
    after = in_plane(curve, rotate * (rotate * p));
}

vec3 box_corner(int bits) { return vec3(bits & 1, (bits >> 1) & 1, (bits >> 2) & 1); }

// Edge 0..11 of a cube, from and to: four along each axis.
void box_edge(int edge, out vec3 from, out vec3 to) {
    int axis = edge / 4, a = edge & 1, b = (edge >> 1) & 1;
    int bits = axis == 0 ? (a << 1) | (b << 2) : axis == 1 ? a | (b << 2) : a | (b << 1);
    from = box_corner(bits);
    to = box_corner(bits | (1 << axis));
}

// An edge of a leaf: of a box in 3-D, of a rectangle in 2-D.
void leaf_edge(int leaf, out vec3 from, out vec3 to) {
    int edge = gl_InstanceID % segments;
    box_edge(segments == 4 ? (edge & 1) | ((edge & 2) << 1) : edge, from, to);
    vec3 low = cell_low(leaf), high = cell_high(leaf);
    from = mix(low, high, from);
    to = mix(low, high, to);
}

float widest(int leaf) {
    vec3 size = cell_high(leaf) - cell_low(leaf);
    return max(max(size.x, size.y), size.z);
}

// Thin, in the colours of fills, paler with depth; invisible where they would cover what they divide.
vec4 leaf_colour(int leaf, out float width) {
    vec3 low = cell_low(leaf), high = cell_high(leaf);
    float w = max(to_clip(0.5 * (low + high)).w, 1e-3);
    float side = widest(leaf) * pixels_per_unit / (w * scale), seen = smoothstep(4.0, 28.0, side);
    float depth = clamp((w - 1.0) / max(far_w - 1.0, 1e-6), -1.0, 1.0);
    seen *= (0.65 - 0.35 * depth) * lines_in_space;
    width = 1.0;
    if (marked != 0) {
        width = cell_marked(leaf) ? 1.75 : 1.0;
        seen = cell_marked(leaf) ? max(seen, 0.6) : 0.12 * seen;
    } else if (fill == 2 ? cell_objects(leaf) == 0 : cell_without(leaf)) {
        seen *= 0.25;
    }
    return vec4(fill == 0 ? colour_cell.rgb : ramp_at(cell_share(leaf)), seen);
}

// The segment from the centre of a leaf to that of the next: later ones are darker; invisible if leaves are too small.
vec4 order_line(int leaf, out vec3 from, out vec3 to) {
    from = 0.5 * (cell_low(leaf) + cell_high(leaf));
    to = 0.5 * (cell_low(leaf + 1) + cell_high(leaf + 1));
    float side = min(widest(leaf), widest(leaf + 1));
    float seen = smoothstep(1.5, 8.0, side * pixels_per_unit / (max(to_clip(from).w, 1e-3) * scale));
    float later = float(leaf) / float(max(leaves - 1, 1));
    return vec4(mix(colour_cell.rgb, colour_text.rgb, 0.5 + 0.5 * later), seen * (three_d == 1 ? 0.35 + 0.5 * later : 0.85));
}

void main() {
    vec3 from = vec3(0), to = vec3(0), before = vec3(0), after = vec3(0);
    float width = 1.0;
    bool shown = true;
    float at_target = 1.0;                   // strength at `to`
    if (kind == 0) {
        int rank = k - 1 - gl_InstanceID;    // the nearest last, on top
        int row = neighbour_row(rank);
        shown = row >= 0;
        from = query.xyz;
        if (shown) to = position_of(row);
        colour = vec4(rank_colour(rank), clamp(200.0 / float(k), 0.03, 1.0));  // thousands would merge into one area
        width = rank == selected_rank ? 3.0 : 1.5;
    } else if (kind == 1) {
        float radius = own_radius < 0.0 ? last_distance() : own_radius;
        shown = radius > 0.0;
        if (three_d == 1 && ball == 2) { box_edge(gl_InstanceID, from, to); from = 2.0 * from - 1.0; to = 2.0 * to - 1.0; }
        else curve_corners(gl_InstanceID / segments, gl_InstanceID % segments, before, from, to, after);
        before = query.xyz + radius * before;
        after = query.xyz + radius * after;
        from = query.xyz + radius * from;
        to = query.xyz + radius * to;
        bool main_curve = three_d == 0 || ball != 0 || gl_InstanceID < segments;  // for a sphere, the equator
        colour = vec4(colour_radius.rgb, main_curve ? 1.0 : 0.6);
        width = main_curve ? 2.0 : 1.0;
        if (dotted == 1) colour.a = main_curve ? 0.75 * faded : 0.0;
    } else if (kind == 3) {
        int at = 6 * gl_InstanceID;
        from = vec3(lines[at], lines[at + 1], lines[at + 2]);
        to = vec3(lines[at + 3], lines[at + 4], lines[at + 5]);
        colour = vec4(mix(colour_cell.rgb, colour_text.rgb, 0.15), 1.0);
        width = 1.25;
    } else if (kind == 7) {
        colour = order_line(some.x + gl_InstanceID * some.y, from, to);
        shown = colour.a > 0.01;
        width = 1.5;
    } else if (kind == 8) {
        int at = 2 * (some.x + gl_InstanceID * some.y), first = graph[at], last = graph[at + 1];
        if (last < 0) at_target = 0.15, last = ~last;
        colour = vec4(colour_point.rgb, graph_opacity);
        if (first < 0) colour = leaving, at_target = 0.35, width = 1.5, first = ~first;
        from = position_of(first);
        to = position_of(last);
        float depth = three_d == 0 ? 0.0 : clamp((to_clip(0.5 * (from + to)).w - 1.0) / max(far_w - 1.0, 1e-6), -1.0, 1.0);
        colour.a *= 1.0 - 0.5 * depth;
    } else if (kind >= 4) {
        int leaf = kind == 4 ? some.x + gl_InstanceID / segments * some.y : kind == 5 ? hovered_leaf : query_leaf();
        leaf_edge(leaf, from, to);
        if (kind == 4) colour = leaf_colour(leaf, width);
        else colour = vec4(kind == 5 ? colour_text.rgb : colour_query.rgb, 1.0), width = kind == 5 ? 1.5 : 2.5;
        shown = colour.a > 0.01;
    } else {
        box_edge(gl_InstanceID, from, to);
        from = mix(box_low.xyz, box_high.xyz, from);
        to = mix(box_low.xyz, box_high.xyz, to);
        colour = vec4(colour_cell.rgb, 0.7);
    }
    vec4 a = to_clip(from), b = to_clip(to);
    const float nearest = 1e-3;              // clips what is behind the eye, where projection reverses
    if (!shown || max(a.w, b.w) < nearest) { gl_Position = vec4(2, 2, 2, 1); across = 0.0; strength = half_width = 0.0; along_line = -1.0; dot_size = 0.0; return; }
    if (a.w < nearest) a = mix(a, b, (nearest - a.w) / (b.w - a.w));
    if (b.w < nearest) b = mix(b, a, (nearest - b.w) / (a.w - b.w));
    vec2 a_pixel = a.xy / a.w * 0.5 * viewport, b_pixel = b.xy / b.w * 0.5 * viewport;
    vec2 along = b_pixel - a_pixel;
    float piece = length(along);
    along = piece > 1e-6 ? along / piece : vec2(1, 0);
    half_width = 0.5 * width * scale;
    float reach = half_width + 1.0;
    bool at_end = (gl_VertexID & 1) == 1;
    strength = at_end ? at_target : 1.0;
    across = (gl_VertexID & 2) == 0 ? -reach : reach;
    vec2 pixel = at_end ? b_pixel : a_pixel;
    if (kind == 1 && ball == 0) {
        // Segments of a circle share their corners: if they overlapped, soft edges would add up to visible dots.
        vec4 beyond = to_clip(at_end ? after : before);
        vec2 chord = beyond.w < nearest ? vec2(0) : beyond.xy / beyond.w * 0.5 * viewport - (at_end ? a_pixel : b_pixel);
        if (length(chord) > 1e-6) along = normalize(at_end ? chord : -chord);
    } else if (kind == 1) {
        pixel += along * (at_end ? half_width : -half_width);  // closes corners of diamonds and squares
    }
    dot_size = 1.25 * scale;
    // On a circle by angle: its segments have different lengths on the screen, and dots must not be cut at their ends.
    float of_circle = own_radius * pixels_per_unit / max(to_clip(query.xyz).w, 1e-6) * 6.283185307 / float(max(segments, 1));
    along_line = dotted == 0 ? -1.0
               : ball == 0 ? (float(gl_InstanceID % segments) + (at_end ? 1.0 : 0.0)) * of_circle : at_end ? piece : 0.0;
    pixel += vec2(-along.y, along.x) * across;
    gl_Position = vec4(pixel / (0.5 * viewport), at_end ? b.z / b.w : a.z / a.w, 1.0);
}
