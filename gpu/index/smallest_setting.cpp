#include "gpu/index/smallest_setting.hpp"

#include <algorithm>

namespace neighborscope::stored {

int smallest_setting(int first, int most, const std::function<bool(int)>& finds) {
    int not_enough = std::max(0, first - 1), enough = std::min(std::max(1, first), most);
    while (!finds(enough)) {
        not_enough = enough;
        if (enough >= most) return 0;
        enough = enough > most / 2 ? most : 2 * enough;
    }
    constexpr int exact_to = 4096, part = 64;
    while (enough - not_enough > (enough > exact_to ? enough / part : 1)) {
        const int middle = not_enough + (enough - not_enough) / 2;
        (finds(middle) ? enough : not_enough) = middle;
    }
    return enough;
}

}  // namespace neighborscope::stored
