#include "app/session/points/reel.hpp"

#include "gpu/device/copy.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace neighborscope {

std::shared_ptr<const LoadedData> Reel::at(const std::shared_ptr<const LoadedData>& base, std::int64_t tick, const Progress& progress) {
    if (base != base_) {
        rewind();
        base_ = base;
        moved_ = {};
    }
    if (tick <= 0 || !base->set.motion) return base;
    if (tick < first_) rewind();
    const bool one_on = tick == walked_ + 1;
    std::shared_ptr<LoadedData> newest;
    while (walked_ < tick) {
        progress.step(double(walked_), double(tick));
        Step step = take_step(tick, progress);
        walk_ = std::move(step.walk);
        if (!step.data) break;
        newest = std::move(step.data);
        ++walked_;
        held_.push_back(std::move(step.positions));
        const std::uint64_t one = std::max<std::uint64_t>(1, held_.back().size() * sizeof(float));
        for (; held_.size() > 1 && held_.size() * one > most_; ++first_) held_.pop_front();
    }
    if (one_on && newest) walk_ahead();
    const std::int64_t found = std::min(tick, walked_);
    if (found < first_) return base;
    if (!newest) {
        newest = like_base();
        newest->set.coordinates = held_[std::size_t(found - first_)];
        newest->placed.reset();
        if (base->set.plane) newest->set.plane = placed_anew(*base->set.plane, newest->set, progress);
    }
    return newest;
}

RecordedTicks Reel::recorded() const {
    if (held_.empty()) return {};
    return {first_, walked_, held_.size() * held_.back().size() * sizeof(float)};
}

void Reel::rewind() {
    stop_ahead();
    held_.clear();
    first_ = 1;
    walked_ = 0;
    walk_.reset();
}

/// As base_ but for the coordinates, and where these are seen.
std::shared_ptr<LoadedData> Reel::like_base() {
    return moved_.take([this] { return std::make_unique<LoadedData>(*base_); });
}

/// Keeps the positions that the walk has in the memory of a device, where there is room for them.
void Reel::place(LoadedData& data, const Walk& walk) {
    const DeviceMemory* const there = walk.on_device();
    if (!there) return data.placed.reset();
    try {
        if (!data.placed || data.placed->positions.bytes() != there->bytes())
            data.placed =
                std::make_shared<PlacedOnDevice>(PlacedOnDevice{DeviceMemory(there->device(), there->bytes(), "the points of a tick"), {}});
        copy_on_device(there->device(), data.placed->positions.data(), there->data(), there->bytes());
        data.placed->magnitudes = magnitudes_of(data.set.coordinates);
    } catch (const Error&) { data.placed.reset(); }
}

/// From the tick `walked` to the next, on any thread. Without a walk one begins.
Reel::Step Reel::step_on(const std::shared_ptr<const LoadedData>& base, std::int64_t walked, std::unique_ptr<Walk> walk,
    const std::shared_ptr<LoadedData>& into, const Progress& progress) {
    const Progress quiet{{}, progress.stop};
    std::vector<float>& coordinates = into->set.coordinates;
    if (!walk) {
        walk = base->set.motion->walk(quiet);
        for (std::int64_t tick = 0; tick < walked; ++tick) walk->next(coordinates, quiet);
    }
    if (!walk->next(coordinates, quiet)) return {std::move(walk), nullptr, {}};
    place(*into, *walk);
    if (base->set.plane) into->set.plane = placed_anew(*base->set.plane, into->set, quiet);
    return {std::move(walk), into, coordinates};
}

Reel::Step Reel::take_step(std::int64_t tick, const Progress& progress) {
    if (!ahead_.valid()) return step_on(base_, walked_, std::move(walk_), like_base(), progress);
    while (ahead_.wait_for(std::chrono::milliseconds(2)) != std::future_status::ready) progress.step(double(walked_), double(tick));
    return ahead_.get();
}

void Reel::walk_ahead() {
    stop_ahead_ = false;
    ahead_ = std::async(std::launch::async, step_on, base_, walked_, std::move(walk_), like_base(), Progress{{}, &stop_ahead_});
}

void Reel::stop_ahead() {
    stop_ahead_ = true;
    if (ahead_.valid()) ahead_.wait();
    ahead_ = {};
}

}  // namespace neighborscope
