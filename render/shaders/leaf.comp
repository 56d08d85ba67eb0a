// Finds the leaf at a position: writes its number, then its words. For boxes: the smallest that contains it, else the nearest; several
// threads search.
layout(local_size_x = 256) in;
layout(location = 0) uniform vec3 position;
layout(std430, binding = 7) writeonly buffer Found { uint found[]; };
shared float gap_of[256], size_of[256];
shared int leaf_of[256];

void main() {
    int own = int(gl_LocalInvocationID.x), best = own;
    if (tree_of_boxes == 1) {
        float least_gap = 0.0, least_size = 0.0;
        for (int leaf = own; leaf < leaves; leaf += 256) {
            vec3 low = cell_low(leaf), high = cell_high(leaf), away = max(max(low - position, position - high), 0.0), size = high - low;
            float gap = dot(away, away), large = size.x * size.y * (tree_dimension == 3 ? size.z : 1.0);
            if (leaf == own || gap < least_gap || (gap == least_gap && large < least_size)) best = leaf, least_gap = gap, least_size = large;
        }
        gap_of[own] = least_gap;
        size_of[own] = least_size;
        leaf_of[own] = best;
        for (int half_of = 128; half_of > 0; half_of /= 2) {
            barrier();
            int other = own + half_of;
            if (own < half_of && other < leaves &&
                (gap_of[other] < gap_of[own] || (gap_of[other] == gap_of[own] && size_of[other] < size_of[own]))) {
                gap_of[own] = gap_of[other];
                size_of[own] = size_of[other];
                leaf_of[own] = leaf_of[other];
            }
        }
        best = leaf_of[0];
    } else {
        best = leaf_at(position);
    }
    if (own != 0) return;
    found[0] = uint(best);
    for (int word = 0; word < cell_size; ++word) found[1 + word] = cell_words[cell_size * best + word];
}
