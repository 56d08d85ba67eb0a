// Colours of the rows that splatting left in the pixels; where points are dense, the stronger the more there are, by their logarithm.
layout(std430, binding = 0) readonly buffer Positions { float positions[]; };
layout(binding = 0) uniform usamplerBuffer pixels;  // drivers on the CPU read textures far quicker than buffers
layout(std430, binding = 5) readonly buffer Colours { uint colours[]; };
layout(location = 1) uniform ivec2 image_size;
layout(location = 2) uniform int dense;
layout(location = 0) out vec4 result;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 words = texelFetch(pixels, at.y * image_size.x + at.x);
    Pixel pixel = Pixel(words.x, words.y, words.z, words.w);
    if (pixel.row == 0xFFFFFFFFu) discard;
    vec3 own = unpackUnorm4x8(coloured == 1 ? colours[pixel.row] : 0u).rgb;
    if (dense == 1) {
        uint most = texelFetch(pixels, image_size.x * image_size.y).x;
        float share = most > 1u ? log(float(max(pixel.points, 1u))) / log(float(most)) : 1.0;
        result = vec4(coloured == 1 ? density_of_colour(own, share) : density_colour(share), point_alpha);
    } else {
        vec3 position = vec3(positions[3u * pixel.row], positions[3u * pixel.row + 1u], positions[3u * pixel.row + 2u]);
        float w = to_clip(position).w;
        result = vec4(coloured == 1 ? own_colour(own, w) : context_colour(position.z, w), point_alpha);
    }
    result.rgb *= result.a;
    gl_FragDepth = three_d == 0 ? 0.0 : uintBitsToFloat(pixel.depth);
}
