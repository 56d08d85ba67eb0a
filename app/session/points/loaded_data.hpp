// Data as they were loaded or made, and what is worth knowing about them.
#pragma once
#include "app/data/points/data_set.hpp"
#include "app/session/threads/worker.hpp"
#include "gpu/range.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace neighborscope {

/// Positions in the memory of a device, and what PointSet wants to know of them.
struct DevicePositions {
    DeviceMemory positions;
    Magnitudes magnitudes;
};

struct LoadedData {
    DataSet set;
    std::vector<double> low, high;                      ///< [dimension], true coordinates; empty without points
    std::string rounding;                               ///< rounding_text
    std::int64_t middle_row = -1;                       ///< the point nearest the middle of the box
    PointEdits edits;                                   ///< by hand, that `set` has
    std::shared_ptr<const LoadedData> unedited;         ///< without these; null: there are none
    std::shared_ptr<DevicePositions> device_positions;  ///< of a tick; null: positions are nowhere but in `set`
};

/// Which data, and how they are read.
struct DataChoice {
    std::string source;
    LoadOptions options;

    bool operator==(const DataChoice&) const = default;
};

/// As they are without points changed by hand.
inline const LoadedData& unedited(const LoadedData& data) { return data.unedited ? *data.unedited : data; }
/// The same data, but for points changed by hand.
inline DataChoice without_edits(DataChoice choice) {
    choice.options.edits = {};
    return choice;
}

/// Reads or makes data, and looks them over. The newest are kept as they are without edits, so that a point that is dragged is moved in
/// these.
class Loader {
public:
    /// Errors as load_data.
    std::shared_ptr<const LoadedData> load(const DataChoice&, SharedProgress&, const Progress&);

    /// The next are read again in any case. Called by any thread.
    void force_reload() { force_reload_ = true; }

private:
    std::atomic<bool> force_reload_{false};
    DataChoice choice_;
    std::shared_ptr<const LoadedData> unedited_;
};

}  // namespace neighborscope
