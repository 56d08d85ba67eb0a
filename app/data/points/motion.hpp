// Points that move: where every one of them is, tick by tick.
#pragma once
#include "gpu/device/device.hpp"
#include "gpu/progress.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace neighborscope {

/// One walk through the ticks of a Motion, begun at its first tick, whose positions are DataSet::coordinates.
class TickCursor {
public:
    virtual ~TickCursor() = default;
    /// Moves on by one tick and writes the positions of all points, [count][dimension], relative to DataSet::origin. False, with
    /// nothing written, after the last tick. Reads nothing from `coordinates`: every walk gives the same positions.
    /// Stops within the tick, some milliseconds later, when `progress.stop` says so: Cancelled. Such a walk is of no use any more.
    virtual bool next(std::span<float> coordinates, const Progress& = {}) = 0;
    /// The same positions in the memory of a device, until the next call; null: they are nowhere but in `coordinates`.
    virtual const DeviceMemory* on_device() const { return nullptr; }
};

/// How the points of a DataSet move. Immutable, shared between threads; each makes a walk of its own.
class Motion {
public:
    virtual ~Motion() = default;
    virtual std::int64_t ticks() const { return 0; }                                  ///< with the first; 0: without end
    virtual std::int64_t tick_number(std::int64_t tick) const { return tick; }        ///< of the i-th tick (from 0), as the file counts
    virtual std::unique_ptr<TickCursor> tick_cursor(const Progress& = {}) const = 0;  ///< begins one; stops as next() does
    /// Least and greatest coordinates at all ticks, relative to DataSet::origin, [2][dimension].
    virtual std::vector<float> extent(const Progress& = {}) const = 0;
};

/// A motion without end by rules that walks share: `Steps` is a Walk made of them and of Progress; the rules know the extent.
template <class Rules, class Steps>
class MotionBy : public Motion {
public:
    explicit MotionBy(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {}
    std::unique_ptr<TickCursor> tick_cursor(const Progress& progress) const override { return std::make_unique<Steps>(rules_, progress); }
    std::vector<float> extent(const Progress& progress) const override { return rules_->extent(progress); }

protected:
    std::shared_ptr<const Rules> rules_;
};

}  // namespace neighborscope
