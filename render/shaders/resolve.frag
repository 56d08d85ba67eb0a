// Colours of the rows that splatting left in the pixels.
layout(std430, binding = 0) readonly buffer Positions { float positions[]; };
layout(std430, binding = 3) readonly buffer Depths { uint depths[]; };
layout(std430, binding = 4) readonly buffer Rows { uint rows[]; };
layout(std430, binding = 5) readonly buffer Colours { uint colours[]; };
layout(location = 1) uniform ivec2 image_size;
layout(location = 0) out vec4 result;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    int pixel = at.y * image_size.x + at.x;
    uint row = rows[pixel];
    if (row == 0xFFFFFFFFu) discard;
    vec3 position = vec3(positions[3u * row], positions[3u * row + 1u], positions[3u * row + 2u]);
    float w = to_clip(position).w;
    result = vec4(coloured == 1 ? own_colour(unpackUnorm4x8(colours[row]).rgb, w) : context_colour(position.z, w), point_alpha);
    gl_FragDepth = uintBitsToFloat(depths[pixel]);
}
