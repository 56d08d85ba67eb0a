#include "app/session/sentences/warp_writes.hpp"

#include <algorithm>

namespace neighborscope {

WarpWrites WarpWrites::cached(int k) {
    WarpWrites all;
    for (int entry = 0; entry < k; ++entry) {
        ++all.writes;
        for (std::int64_t list = 0, last = -1; list < lanes; ++list)  // short lists can share a sector
            if (const std::int64_t sector = (list * k + entry) / sector_entries; sector != last) ++all.sectors, last = sector;
    }
    return all;
}

WarpWrites WarpWrites::coalesced(int k) {
    WarpWrites all;
    for (std::int64_t list = 0; list < lanes; ++list)
        for (int entry = 0; entry < k; entry += lanes) {
            const std::int64_t first = list * k + entry, last = list * k + std::min(entry + lanes, k) - 1;
            ++all.writes;
            all.sectors += last / sector_entries - first / sector_entries + 1;
        }
    return all;
}

}  // namespace neighborscope
