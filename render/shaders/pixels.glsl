// What the points of a pixel leave there. The C++ struct of the same layout is Pixel in splat.hpp.
struct Pixel {
    uint row;     // of the nearest point, of points as near the smallest; 0xFFFFFFFF: none
    uint depth;   // bits of a float in [0, 1]: not negative, so that bits order as numbers
    uint points;  // whose middle lies here
    uint unused;
};
// After the pixels comes one more: in `row` the most points of a pixel, in `depth` all points that are seen.
