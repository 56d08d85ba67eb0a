// Clears pixels and totals: faster than the driver's clearing of so large a buffer.
layout(local_size_x = 256) in;
layout(std430, binding = 3) writeonly buffer Pixels { Pixel pixels[]; };
layout(location = 1) uniform ivec2 image_size;

void main() {
    uint all = uint(image_size.x * image_size.y), stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint at = gl_GlobalInvocationID.x; at <= all; at += stride)
        pixels[at] = at < all ? Pixel(0xFFFFFFFFu, 0xFFFFFFFFu, 0u, 0u) : Pixel(0u, 0u, 0u, 0u);
}
