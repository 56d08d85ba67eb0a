// The leaves of a tree, in the order of its curve: the C++ side is Cell in gpu/cells.hpp and TreeBlock in render/cells.cpp.
layout(std140, binding = 1) uniform Tree {
    vec4 tree_query;                 // along the tree's axes
    vec4 tree_low;                   // and w: cells of the deepest level allowed per unit
    vec4 ramp[9];                    // from low to high
    vec4 empty_and_full;             // opacity of fills: of the lowest and highest number; the same in small cells
    int leaves, tree_dimension, tree_level, tree_deepest;
    int fill;                        // CellNumber: 0 none, 1 by objects, 2 by level, 3 by queries, 4 by their distances
    int marked, marked_from, marked_to;  // highlighted cells: 0 none, else a CellNumber
    int hovered_leaf, query_leaf_shown;
    float strongest, weakest;        // numbers with the ramp's last and first colour
    int queries_of_task;
    float lines_in_space;            // opacity of the edges of boxes
    int tree_of_boxes;               // 1: leaves are boxes that may overlap; 0: cells of a grid
    int unused_tree_0;
};
layout(std430, binding = 6) readonly buffer Cells { uint cell_words[]; };
layout(std430, binding = 8) readonly buffer OwnLeaf { uint own_leaf[]; };  // the query's, in a tree of boxes

const int cell_size = 12;  // words
vec3 three_floats(int word) { return uintBitsToFloat(uvec3(cell_words[word], cell_words[word + 1], cell_words[word + 2])); }
vec3 cell_low(int leaf) { return three_floats(cell_size * leaf); }
vec3 cell_high(int leaf) { return three_floats(cell_size * leaf + 3); }
uint cell_code(int leaf) { return cell_words[cell_size * leaf + 6]; }
int cell_objects(int leaf) { return int(cell_words[cell_size * leaf + 7]); }
int cell_level(int leaf) { return int(cell_words[cell_size * leaf + 8]); }
// The number of a leaf for a CellNumber except `none`.
int cell_number(int leaf, int which) { return int(cell_words[cell_size * leaf + 6 + which]); }

// The side of a square with the area of a leaf, in any unit of length.
float side_of(vec2 size) { return sqrt(max(size.x, 0.0) * max(size.y, 0.0)); }

// In a grid: the leaf that contains a position, or outside that of the nearest cell, computed as in the kernels.
int leaf_at(vec3 position) {
    float last = exp2(float(tree_deepest)) - 1.0;
    uvec3 at = uvec3(clamp((position - tree_low.xyz) * tree_low.w, 0.0, last));
    uint code = 0u;
    for (int bit = 0; bit < tree_deepest; ++bit)
        for (int axis = 0; axis < tree_dimension; ++axis) code |= ((at[axis] >> bit) & 1u) << (tree_dimension * bit + axis);
    code >>= tree_dimension * (tree_deepest - tree_level);
    int from = 0, beyond = leaves;
    while (beyond - from > 1) {
        int middle = (from + beyond) / 2;
        if (cell_code(middle) <= code) from = middle; else beyond = middle;
    }
    return from;
}

// The leaf of the query.
int query_leaf() { return tree_of_boxes == 1 ? int(own_leaf[0]) : leaf_at(tree_query.xyz); }

vec3 ramp_at(float t) {
    float place = clamp(t, 0.0, 1.0) * 8.0;
    int from = min(int(place), 7);
    return mix(ramp[from].rgb, ramp[from + 1].rgb, place - float(from));
}

// The number by which a cell is coloured, scaled to 0..1.
float cell_share(int leaf) { return clamp((float(cell_number(leaf, max(fill, 1))) - weakest) / (strongest - weakest), 0.0, 1.0); }

// Whether that number is about no object or query: 0 of them are in the cell.
bool cell_without(int leaf) { return fill != 2 && cell_number(leaf, fill == 4 ? 3 : max(fill, 1)) == 0; }

bool cell_marked(int leaf) {
    int queries = cell_number(leaf, 3);
    if (marked == 0 || (marked >= 4 && queries == 0)) return false;
    if (marked == 6) {  // all tasks but one are full
        int objects = cell_objects(leaf), rest = objects * (queries % queries_of_task), full = objects * queries_of_task;
        return (rest > 0 && rest >= marked_from && rest <= marked_to) ||
               (queries >= queries_of_task && full >= marked_from && full <= marked_to);
    }
    int number = cell_number(leaf, marked);
    return number >= marked_from && number <= marked_to;
}
