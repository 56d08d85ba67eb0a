// Draws millions of points without the rasteriser: each writes its few pixels by atomicMin. In space two passes of 32 bits instead of one
// of 64, because not every driver has 64-bit atomics: first the nearest depth of each pixel, then the smallest row at that depth.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Positions { float positions[]; };
layout(std430, binding = 3) buffer Pixels { Pixel pixels[]; };
layout(location = 0) uniform int pass_number;  // 0: depths; 1: rows
layout(location = 1) uniform ivec2 image_size;
layout(location = 2) uniform int dense;  // each point fills one pixel

void main() {
    uint stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint row = gl_GlobalInvocationID.x; row < uint(count); row += stride) {
        vec3 position = vec3(positions[3u * row], positions[3u * row + 1u], positions[3u * row + 2u]);
        vec4 clip = to_clip(position);
        if (!(clip.w > 0.0)) continue;
        vec3 ndc = clip.xyz / clip.w;
        if (!all(lessThanEqual(abs(ndc), vec3(1.0)))) continue;
        uint depth = three_d == 0 ? 0u : floatBitsToUint(0.5 * ndc.z + 0.5);
        vec2 middle = (0.5 * ndc.xy + 0.5) * vec2(image_size);
        if (pass_number == 1) {
            ivec2 at = min(ivec2(middle), image_size - 1);
            atomicAdd(pixels[at.y * image_size.x + at.x].points, 1u);
        }
        int size = dense == 1 ? 1 : clamp(int(context_size(clip.w) * scale + 0.5), 1, 16);
        ivec2 first = ivec2(floor(middle - 0.5 * float(size) + 0.5));
        if (size == 1) first = min(ivec2(middle), image_size - 1);
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) {
                bool corner = size >= 3 && distance(vec2(x, y), vec2(0.5 * float(size - 1))) > 0.5 * float(size);
                ivec2 at = first + ivec2(x, y);
                if (corner || any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, image_size))) continue;
                int pixel = at.y * image_size.x + at.x;
                if (pass_number == 0) atomicMin(pixels[pixel].depth, depth);
                else if (three_d == 0 || pixels[pixel].depth == depth) atomicMin(pixels[pixel].row, row);
            }
    }
}
