// The leaves of a tree, in the order of its curve: the C++ side is Cell in gpu/cells.hpp and TreeBlock in render/cells.cpp.
layout(std140, binding = 1) uniform Tree {
    vec4 tree_query;                 // along the tree's axes
    vec4 tree_low;                   // and w: cells of the deepest level allowed to a unit
    vec4 ramp[9];                    // from few to many
    vec4 empty_and_full;             // opacity of fills: of the fewest, of the most; the same in small cells
    int leaves, tree_dimension, tree_level, tree_deepest;
    int fill;                        // CellNumber: 0 none, 1 by objects, 2 by level, 3 by queries, 4 by their distances
    int marked, marked_from, marked_to;  // cells to be seen before others: 0 all alike, else a CellNumber
    int hovered_leaf, query_leaf_shown;
    float strongest, weakest;        // the numbers with the ramp's last colour and with its first
    int queries_of_task;
    float lines_in_space;            // opacity of the edges of boxes
    int tree_of_boxes;               // 1: leaves are boxes that may overlap; 0: cells of a grid
    int unused_tree_0;
};
layout(std430, binding = 6) readonly buffer Cells { uint cell_words[]; };
layout(std430, binding = 8) readonly buffer OwnLeaf { uint own_leaf[]; };  // the query's, of a tree of boxes

const int cell_size = 12;  // words
vec3 three_floats(int word) { return uintBitsToFloat(uvec3(cell_words[word], cell_words[word + 1], cell_words[word + 2])); }
vec3 cell_low(int leaf) { return three_floats(cell_size * leaf); }
vec3 cell_high(int leaf) { return three_floats(cell_size * leaf + 3); }
uint cell_code(int leaf) { return cell_words[cell_size * leaf + 6]; }
int cell_objects(int leaf) { return int(cell_words[cell_size * leaf + 7]); }
int cell_level(int leaf) { return int(cell_words[cell_size * leaf + 8]); }
// Of a CellNumber but `none`.
int cell_number(int leaf, int which) { return int(cell_words[cell_size * leaf + 6 + which]); }

// Of a leaf in pixels or other lengths: the side of a square as large.
float side_of(vec2 size) { return sqrt(max(size.x, 0.0) * max(size.y, 0.0)); }

// Of a grid: the leaf that holds a position, or the nearest cell's when it lies outside: as the kernels find it.
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

// Where the query lies.
int query_leaf() { return tree_of_boxes == 1 ? int(own_leaf[0]) : leaf_at(tree_query.xyz); }

vec3 ramp_at(float t) {
    float place = clamp(t, 0.0, 1.0) * 8.0;
    int from = min(int(place), 7);
    return mix(ramp[from].rgb, ramp[from + 1].rgb, place - float(from));
}

// How much there is in a cell of what it is coloured by, 0..1.
float cell_share(int leaf) { return clamp((float(cell_number(leaf, max(fill, 1))) - weakest) / (strongest - weakest), 0.0, 1.0); }

// Whether there is nothing of that in it: objects, or queries.
bool cell_without(int leaf) { return fill != 2 && cell_number(leaf, fill == 4 ? 3 : max(fill, 1)) == 0; }

bool cell_marked(int leaf) {
    int queries = cell_number(leaf, 3);
    if (marked == 0 || (marked >= 4 && queries == 0)) return false;
    if (marked == 6) {  // tasks are full but for one
        int objects = cell_objects(leaf), rest = objects * (queries % queries_of_task), full = objects * queries_of_task;
        return (rest > 0 && rest >= marked_from && rest <= marked_to) ||
               (queries >= queries_of_task && full >= marked_from && full <= marked_to);
    }
    int number = cell_number(leaf, marked);
    return number >= marked_from && number <= marked_to;
}
