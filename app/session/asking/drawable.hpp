// The data that a picture is drawn from.
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

/// Data to draw, in the memory of `device`. Valid until the next poll(); the points as long as `data` is held.
struct Drawable {
    std::shared_ptr<const DataSet> data;
    /// The loaded data and the tick that `data` are of. Compared methods have the same.
    std::shared_ptr<const LoadedData> base;
    std::int64_t tick = 0;
    Projection projection;  ///< of the document
    DeviceKind device = DeviceKind::host;
    const Points* points = nullptr;                          ///< the searched points, on `device`
    const ListSet* lists = nullptr;                          ///< the newest list, of one query, on `device`
    const ResidentTree* tree = nullptr;                      ///< of the list's method, on `device`; null: it has no tree
    std::shared_ptr<const DevicesOfRows> devices;            ///< of the list's method; null: one device holds all points
    std::vector<float> query;                                ///< relative to the origin; empty: none
    std::uint64_t data_generation = 0, list_generation = 0;  ///< grow when points or list change
    std::uint64_t opened = 0;                                ///< grows with other data, but not if only a generator's parameters change
};

}  // namespace neighborscope
