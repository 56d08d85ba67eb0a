// Which leaf holds a position: its number, then its words.
layout(local_size_x = 1) in;
layout(location = 0) uniform vec3 position;
layout(std430, binding = 7) writeonly buffer Found { uint found[]; };

void main() {
    int leaf = leaf_at(position);
    found[0] = uint(leaf);
    for (int word = 0; word < cell_size; ++word) found[1 + word] = cell_words[cell_size * leaf + word];
}
