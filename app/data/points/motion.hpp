// Points that move: the positions of all points at each tick.
#pragma once
#include "gpu/device/device.hpp"
#include "gpu/progress.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace neighborscope {

/// Steps through the ticks of a Motion, from its first tick, whose positions are DataSet::coordinates.
class TickCursor {
public:
    virtual ~TickCursor() = default;
    /// Advances by one tick and writes the positions of all points, [count][dimension], relative to DataSet::origin. Returns false and
    /// writes nothing after the last tick. Does not read `coordinates`: every cursor gives the same positions. Throws Cancelled within some
    /// milliseconds when `progress.stop` is set; the cursor is unusable after that.
    virtual bool next(std::span<float> coordinates, const Progress& = {}) = 0;
    /// Returns the same positions in device memory, valid until the next call; null if they are only in `coordinates`.
    virtual const DeviceMemory* on_device() const { return nullptr; }
};

/// How the points of a DataSet move. Immutable and shared between threads; each thread uses its own cursor.
class Motion {
public:
    virtual ~Motion() = default;
    virtual std::int64_t ticks() const { return 0; }                                  ///< including the first; 0: without end
    virtual std::int64_t tick_number(std::int64_t tick) const { return tick; }        ///< the file's number of the i-th tick (from 0)
    virtual std::unique_ptr<TickCursor> tick_cursor(const Progress& = {}) const = 0;  ///< at the first tick; can be cancelled as next()
    /// Least and greatest coordinates at all ticks, relative to DataSet::origin, [2][dimension].
    virtual std::vector<float> extent(const Progress& = {}) const = 0;
};

/// An endless motion by rules that cursors share: `Steps` is a TickCursor made from the rules and Progress; the rules know the extent.
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
