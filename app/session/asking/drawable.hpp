// What a picture is drawn from.
#pragma once
#include "app/data/points/data_set.hpp"
#include "app/data/points/projection.hpp"
#include "gpu/knn.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace neighborscope {

struct LoadedData;    // app/session/points/loaded_data.hpp
struct ResidentTree;  // app/session/points/resident.hpp

/// What there is to draw: everything in the memory of `device`. Valid until the next poll(), the points for as long as `data` is held.
struct Drawable {
    std::shared_ptr<const DataSet> data;
    /// Which points `data` are: those that were loaded, and of points that move the tick. Searches beside one another have the same.
    std::shared_ptr<const LoadedData> base;
    std::int64_t tick = 0;
    Projection projection;  ///< how the document has them seen
    DeviceKind device = DeviceKind::host;
    const Points* points = nullptr;                          ///< the searched points, on `device`
    const ListSet* lists = nullptr;                          ///< the newest published list, on `device`; one query
    const ResidentTree* tree = nullptr;                      ///< of the method that made the list, on `device`; null: it has none
    std::vector<float> query;                                ///< relative to the origin; empty: none
    std::uint64_t data_generation = 0, list_generation = 0;  ///< grow when points / list change
    std::uint64_t opened = 0;                                ///< grows with other data; not when only a generator's parameters change
};

}  // namespace neighborscope
