// What the points of a pixel write. The C++ struct of the same layout is Pixel in splat.hpp.
struct Pixel {
    uint row;     // of the nearest point; ties: the smallest row; 0xFFFFFFFF: none
    uint depth;   // bits of a float in [0, 1]: non-negative, so that bits are ordered like numbers
    uint points;  // whose centre is here
    uint unused;
};
// One more pixel follows: `row` is the greatest number of points in a pixel, `depth` the number of points seen.
