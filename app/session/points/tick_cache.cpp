#include "app/session/points/tick_cache.hpp"

#include "gpu/device/copy.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace neighborscope {

std::shared_ptr<const LoadedData> TickCache::at(
    const std::shared_ptr<const LoadedData>& base, std::int64_t tick, const Progress& progress) {
    if (base != base_) {
        rewind();
        base_ = base;
        pool_ = {};
    }
    if (tick <= 0 || !base->set.motion) return base;
    if (tick < first_cached_) rewind();
    const bool one_on = tick == cursor_tick_ + 1;
    std::shared_ptr<LoadedData> newest;
    while (cursor_tick_ < tick) {
        progress.step(double(cursor_tick_), double(tick));
        Step step = take_next_tick(tick, progress);
        tick_cursor_ = std::move(step.tick_cursor);
        if (!step.data) break;
        newest = std::move(step.data);
        ++cursor_tick_;
        cached_positions_.push_back(std::move(step.positions));
        const std::uint64_t one = std::max<std::uint64_t>(1, cached_positions_.back().size() * sizeof(float));
        for (; cached_positions_.size() > 1 && cached_positions_.size() * one > max_bytes_; ++first_cached_) cached_positions_.pop_front();
    }
    if (one_on && newest) start_prefetch();
    const std::int64_t found = std::min(tick, cursor_tick_);
    if (found < first_cached_) return base;
    if (!newest) {
        newest = take_from_pool();
        newest->set.coordinates = cached_positions_[std::size_t(found - first_cached_)];
        newest->device_positions.reset();
        if (base->set.plane) newest->set.plane = plane_with_moved_points(*base->set.plane, newest->set, progress);
    }
    return newest;
}

CachedTicks TickCache::cached_ticks() const {
    if (cached_positions_.empty()) return {};
    return {first_cached_, cursor_tick_, cached_positions_.size() * cached_positions_.back().size() * sizeof(float)};
}

void TickCache::rewind() {
    stop_prefetch();
    cached_positions_.clear();
    first_cached_ = 1;
    cursor_tick_ = 0;
    tick_cursor_.reset();
}

/// A copy of base_ whose coordinates and positions are to be filled in.
std::shared_ptr<LoadedData> TickCache::take_from_pool() {
    return pool_.take([this] { return std::make_unique<LoadedData>(*base_); });
}

/// Also keeps the cursor's positions in the memory of a device, if there is room.
void TickCache::place(LoadedData& data, const TickCursor& tick_cursor) {
    const DeviceMemory* const there = tick_cursor.on_device();
    if (!there) return data.device_positions.reset();
    try {
        if (!data.device_positions || data.device_positions->positions.bytes() != there->bytes())
            data.device_positions = std::make_shared<DevicePositions>(
                DevicePositions{DeviceMemory(there->device(), there->bytes(), "the points of a tick"), {}});
        copy_on_device(there->device(), data.device_positions->positions.data(), there->data(), there->bytes());
        data.device_positions->magnitudes = magnitudes_of(data.set.coordinates);
    } catch (const Error&) { data.device_positions.reset(); }
}

/// Computes the tick after `cursor_tick`, on any thread. Starts from the first tick without a cursor.
TickCache::Step TickCache::compute_next_tick(const std::shared_ptr<const LoadedData>& base, std::int64_t cursor_tick,
    std::unique_ptr<TickCursor> tick_cursor, const std::shared_ptr<LoadedData>& into, const Progress& progress) {
    const Progress quiet{{}, progress.stop};
    std::vector<float>& coordinates = into->set.coordinates;
    if (!tick_cursor) {
        tick_cursor = base->set.motion->tick_cursor(quiet);
        for (std::int64_t tick = 0; tick < cursor_tick; ++tick) tick_cursor->next(coordinates, quiet);
    }
    if (!tick_cursor->next(coordinates, quiet)) return {std::move(tick_cursor), nullptr, {}};
    place(*into, *tick_cursor);
    if (base->set.plane) into->set.plane = plane_with_moved_points(*base->set.plane, into->set, quiet);
    return {std::move(tick_cursor), into, coordinates};
}

TickCache::Step TickCache::take_next_tick(std::int64_t tick, const Progress& progress) {
    if (!prefetched_.valid()) return compute_next_tick(base_, cursor_tick_, std::move(tick_cursor_), take_from_pool(), progress);
    while (prefetched_.wait_for(std::chrono::milliseconds(2)) != std::future_status::ready)
        progress.step(double(cursor_tick_), double(tick));
    return prefetched_.get();
}

void TickCache::start_prefetch() {
    stop_prefetch_ = false;
    prefetched_ = std::async(std::launch::async, compute_next_tick, base_, cursor_tick_, std::move(tick_cursor_), take_from_pool(),
        Progress{{}, &stop_prefetch_});
}

void TickCache::stop_prefetch() {
    stop_prefetch_ = true;
    if (prefetched_.valid()) prefetched_.wait();
    prefetched_ = {};
}

}  // namespace neighborscope
