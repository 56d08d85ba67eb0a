// Computes over all pixels the greatest number of points in one, and the number of points seen.
layout(local_size_x = 256) in;
layout(std430, binding = 3) buffer Pixels { Pixel pixels[]; };
layout(location = 1) uniform ivec2 image_size;
shared uint most_of[256], seen_of[256];

void main() {
    uint all = uint(image_size.x * image_size.y), stride = gl_NumWorkGroups.x * gl_WorkGroupSize.x, own = gl_LocalInvocationID.x;
    most_of[own] = seen_of[own] = 0u;
    for (uint at = gl_GlobalInvocationID.x; at < all; at += stride) {
        most_of[own] = max(most_of[own], pixels[at].points);
        seen_of[own] += pixels[at].points;
    }
    for (uint half_of = 128u; half_of > 0u; half_of /= 2u) {
        barrier();
        if (own < half_of) {
            most_of[own] = max(most_of[own], most_of[own + half_of]);
            seen_of[own] += seen_of[own + half_of];
        }
    }
    if (own == 0u) {
        atomicMax(pixels[all].row, most_of[0]);
        atomicAdd(pixels[all].depth, seen_of[0]);
    }
}
