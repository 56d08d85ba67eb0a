#version 450 core
// The frame's values for every shader. The C++ struct of the same layout is FrameBlock in frame.hpp.
layout(std140, binding = 0) uniform Frame {
    mat4 view_projection;       // of positions minus the focus
    vec4 focus_high, focus_low; // the focus, two floats per axis
    vec4 query;                 // relative to the data's origin
    vec4 box_low, box_high;     // of the data
    vec4 viridis[10];           // the colour map at 0, 1/9 ... 1
    vec4 colour_view, colour_point, colour_point_high, colour_radius, colour_query, colour_query_ring, colour_text, colour_cell;
    vec4 colour_sparse, colour_dense;
    vec2 viewport;              // device pixels
    vec2 rank_range;            // of viridis: for the nearest and the farthest
    vec2 height_range;
    float scale;                // device pixels per logical pixel
    float point_size;           // logical pixels, of a context point at the focus
    float far_w;                // the greatest w of a point
    int k, ball, three_d;       // ball: 0 Euclidean, 1 Manhattan, 2 Chebyshev, 3 none
    int selected_rank, hovered;
    int count;
    float pixels_per_unit;      // device pixels, at the focus
    int coloured;               // points have their own colours
    float point_alpha;          // of context points: below 1 if they would cover the cells below
    int unused_0, unused_1;
};

// Transforms a position to clip coordinates relative to the focus: near it the high parts cancel exactly.
vec4 to_clip(vec3 position) { return view_projection * vec4((position - focus_high.xyz) - focus_low.xyz, 1.0); }

vec3 viridis_at(float t) {
    float place = clamp(t, 0.0, 1.0) * 9.0;
    int from = min(int(place), 8);
    return mix(viridis[from].rgb, viridis[from + 1].rgb, place - float(from));
}

vec3 rank_colour(int rank) { return viridis_at(mix(rank_range.x, rank_range.y, k > 1 ? float(rank) / float(k - 1) : 0.0)); }

// Points with their own colours; in space they become paler with depth.
vec3 own_colour(vec3 colour, float w) {
    if (three_d == 0) return colour;
    return mix(colour, colour_view.rgb, 0.12 + 0.28 * clamp((w - 1.0) / max(far_w - 1.0, 1e-6), -0.4, 1.0));
}

// Context points: one grey in 2-D; in 3-D a ramp by height that becomes darker (in a light view: paler) with depth.
vec3 context_colour(float height, float w) {
    if (three_d == 0) return colour_point.rgb;
    float share = clamp((height - height_range.x) / max(height_range.y - height_range.x, 1e-30), 0.0, 1.0);
    float depth = clamp((w - 1.0) / max(far_w - 1.0, 1e-6), -1.0, 1.0);
    return mix(mix(colour_point.rgb, colour_point_high.rgb, share), colour_view.rgb, 0.30 + 0.30 * depth);
}

// The colour of pixels that many points share, from one point to the greatest number, on a logarithmic scale.
vec3 density_colour(float share) { return mix(colour_sparse.rgb, colour_dense.rgb, share); }
vec3 density_of_colour(vec3 colour, float share) { return mix(colour_view.rgb, colour, 0.45 + 0.55 * share); }

// Diameter in logical pixels.
float context_size(float w) { return three_d == 0 ? point_size : clamp(point_size / w, 1.25, 3.0 * point_size); }
