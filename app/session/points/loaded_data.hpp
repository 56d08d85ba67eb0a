// Loaded or generated data, with facts about them, and the loader.
#pragma once
#include "app/data/points/data_set.hpp"
#include "app/inspect/graph_rows.hpp"
#include "app/session/threads/worker.hpp"
#include "gpu/range.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace neighborscope {

/// Positions in the memory of a device, and the magnitudes that PointSet needs.
struct DevicePositions {
    DeviceMemory positions;
    Magnitudes magnitudes;
};

struct LoadedData {
    DataSet set;
    std::vector<double> low, high;                      ///< [dimension], true coordinates; empty without points
    std::string rounding;                               ///< rounding_text
    std::int64_t middle_row = -1;                       ///< the point nearest the middle of the box
    std::shared_ptr<const inspect::GraphRows> graph;    ///< of the index that the points are of; null: there is none, or it has no graph
    PointEdits edits;                                   ///< edits by hand that are applied in `set`
    std::shared_ptr<const LoadedData> unedited;         ///< the data without edits and filter; null: there are none
    std::shared_ptr<DevicePositions> device_positions;  ///< of a tick; null: positions are only in `set`
};

/// The source of data and how to read it.
struct DataChoice {
    std::string source;
    LoadOptions options;
    std::string index = {};  ///< the file of an index that was built from these points; "": none, or the source is one

    bool operator==(const DataChoice&) const = default;
};

/// The data without points changed by hand, and with all rows allowed.
inline const LoadedData& unedited(const LoadedData& data) { return data.unedited ? *data.unedited : data; }
/// The same choice without points changed by hand and without a filter.
inline DataChoice without_edits(DataChoice choice) {
    choice.options.edits = {};
    choice.options.only = {};
    return choice;
}

/// Reads or generates data and computes their facts. Caches the newest data without edits and filter, so that dragging a point or another
/// filter does not read them again.
class Loader {
public:
    /// Errors as load_data.
    std::shared_ptr<const LoadedData> load(const DataChoice&, SharedProgress&, const Progress&);

    /// Ignores the cache in the next load. Any thread.
    void force_reload() { force_reload_ = true; }

private:
    std::atomic<bool> force_reload_{false};
    DataChoice choice_;
    std::shared_ptr<const LoadedData> unedited_;
};

}  // namespace neighborscope
