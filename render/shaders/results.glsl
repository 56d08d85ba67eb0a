// The list of the query as the search wrote it. Entries past its end are -1.
layout(std430, binding = 0) readonly buffer Positions { float positions[]; };
layout(std430, binding = 1) readonly buffer NeighbourIndex { int neighbour_index[]; };
layout(std430, binding = 2) readonly buffer NeighbourDistance { float neighbour_distance[]; };

vec3 position_of(int row) { return vec3(positions[3 * row], positions[3 * row + 1], positions[3 * row + 2]); }

int neighbour_row(int rank) {
    if (rank < 0 || rank >= k) return -1;
    int row = neighbour_index[rank];
    return row < count ? row : -1;
}

// The distance of the last neighbour; 0 if there is none. Valid entries come first, so bisection finds the last.
float last_distance() {
    int valid = 0, beyond = k + 1;
    while (beyond - valid > 1) {
        int middle = (valid + beyond) / 2;
        if (neighbour_row(middle - 1) >= 0) valid = middle; else beyond = middle;
    }
    return valid == 0 ? 0.0 : neighbour_distance[valid - 1];
}
