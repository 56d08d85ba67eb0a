// The colour of the row in a pixel after splatting; if points are dense, by the logarithm of their number.
layout(std430, binding = 0) readonly buffer Positions { float positions[]; };
layout(binding = 0) uniform usamplerBuffer pixels;  // drivers on the CPU read textures much faster than buffers
layout(std430, binding = 5) readonly buffer Colours { uint colours[]; };
layout(location = 1) uniform ivec2 image_size;
layout(location = 2) uniform int dense;

Pixel pixel_at(ivec2 at) {
    uvec4 words = texelFetch(pixels, at.y * image_size.x + at.x);
    return Pixel(words.x, words.y, words.z, words.w);
}

bool is_empty(Pixel pixel) { return pixel.row == 0xFFFFFFFFu; }

/// Premultiplied; the pixel must not be empty.
vec4 colour_of(Pixel pixel) {
    vec3 own = unpackUnorm4x8(coloured == 1 ? colours[pixel.row] : 0u).rgb;
    vec3 result;
    if (dense == 1) {
        uint most = texelFetch(pixels, image_size.x * image_size.y).x;
        float share = most > 1u ? log(float(max(pixel.points, 1u))) / log(float(most)) : 1.0;
        result = coloured == 1 ? density_of_colour(own, share) : density_colour(share);
    } else {
        vec3 position = vec3(positions[3u * pixel.row], positions[3u * pixel.row + 1u], positions[3u * pixel.row + 2u]);
        float w = to_clip(position).w;
        result = coloured == 1 ? own_colour(own, w) : context_colour(position.z, w);
    }
    return vec4(result * point_alpha, point_alpha);
}
