// Colours and marks of methods.
#include "app/charts/chart.hpp"

#include <algorithm>
#include <utility>

namespace neighborscope::charts {

int colour_of_method(std::string_view method) {
    static constexpr std::pair<std::string_view, int> known[] = {{"ppw", 0}, {"nn-shared", 0}, {"bulk-heap", 0}, {"ppk", 1},
        {"nn-global", 1}, {"heap", 1}, {"ppb", 2}, {"quicksort", 2}, {"stream", 3}, {"serial", 6}, {"quadtree-cached", 2},
        {"quadtree-coalesced", 3}, {"insertion", 1}, {"tiled-radix", 4}, {"nanoflann", 7}, {"flann-kdtree", 8}, {"faiss-flat-cpu", 9},
        {"faiss-ivf-cpu", 10}, {"ivf", 4}};
    for (const auto& [name, series_colour] : known)
        if (name == method) return series_colour;
    return 5;
}

std::vector<int> distinct_colours(const std::vector<std::string_view>& methods) {
    constexpr int order[] = {0, 1, 2, 3, 5, 6, 4, 7, 8, 9, 10};  // the most distinct ones first
    std::vector<int> chosen;
    const auto occupied = [&](int series_colour) { return std::find(chosen.begin(), chosen.end(), series_colour) != chosen.end(); };
    for (const std::string_view method : methods) {
        int series_colour = colour_of_method(method);
        for (const int other : order)
            if (occupied(series_colour)) series_colour = other;
        chosen.push_back(series_colour);
    }
    return chosen;
}

}  // namespace neighborscope::charts
