#include "app/session/reel.hpp"

#include <algorithm>
#include <utility>

namespace neighborscope {

std::shared_ptr<const LoadedData> Reel::at(const std::shared_ptr<const LoadedData>& base, std::int64_t tick, const Progress& progress) {
    if (base != base_) {
        base_ = base;
        rewind();
    }
    if (tick <= 0 || !base->set.motion) return base;
    if (tick < first_) rewind();
    while (walked_ < tick) {
        progress.step(double(walked_), double(tick));
        std::vector<float> positions(base->set.coordinates.size());
        if (!walk_on(positions, progress)) break;
        ++walked_;
        held_.push_back(std::move(positions));
        const std::uint64_t one = std::max<std::uint64_t>(1, held_.back().size() * sizeof(float));
        for (; held_.size() > 1 && held_.size() * one > most_; ++first_) held_.pop_front();
    }
    const std::int64_t found = std::min(tick, walked_);
    if (found < first_) return base;
    auto moved = std::make_shared<LoadedData>(*base);
    moved->set.coordinates = held_[std::size_t(found - first_)];
    if (base->set.plane) moved->set.plane = placed_anew(*base->set.plane, moved->set, progress);
    return moved;
}

RecordedTicks Reel::recorded() const {
    if (held_.empty()) return {};
    return {first_, walked_, held_.size() * held_.back().size() * sizeof(float)};
}

void Reel::rewind() {
    held_.clear();
    first_ = 1;
    walked_ = 0;
    walk_.reset();
}

/// Writes the next tick's positions; false after the last. Ticks that are held stay so when it is stopped.
bool Reel::walk_on(std::span<float> positions, const Progress& progress) {
    const Progress quiet{{}, progress.stop};
    std::unique_ptr<Walk> walk = std::exchange(walk_, nullptr);
    if (!walk) {
        walk = base_->set.motion->walk(quiet);
        for (std::int64_t tick = 0; tick < walked_; ++tick) walk->next(positions, quiet);
    }
    const bool more = walk->next(positions, quiet);
    walk_ = std::move(walk);
    return more;
}

}  // namespace neighborscope
