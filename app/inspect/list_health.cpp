#include "app/inspect/list_health.hpp"

#include <algorithm>

namespace neighborscope::inspect {

ListHealth list_health(const stored::StoredIndex& index) {
    ListHealth health;
    std::vector<std::int64_t> sizes;
    double squares = 0, sum = 0;
    for (const stored::StoredList& list : index.lists->lists) {
        sizes.push_back(list.count);
        squares += double(list.count) * double(list.count);
        sum += double(list.count);
    }
    health.lists = std::int64_t(sizes.size());
    if (sizes.empty()) return health;
    health.longest = std::int32_t(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    health.empty = std::count(sizes.begin(), sizes.end(), 0);
    std::sort(sizes.begin(), sizes.end());
    health.least = sizes.front();
    health.median = sizes[sizes.size() / 2];
    health.most = sizes.back();
    if (sum > 0) health.imbalance = double(sizes.size()) * squares / (sum * sum);
    return health;
}

}  // namespace neighborscope::inspect
