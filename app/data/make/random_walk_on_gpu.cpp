#include "app/data/make/random_walk_on_gpu.hpp"

#include "gpu/error.hpp"
#include "gpu/random_walk.hpp"

namespace neighborscope {
namespace {

class RandomWalkOnGpu : public TickCursor {
public:
    RandomWalkOnGpu(const RandomWalkRules& rules, std::span<const double> state) : objects_(DeviceKind::cuda, rules, state) {}
    bool next(std::span<float> coordinates, const Progress& progress) override {
        Progress{{}, progress.stop}.step(0, 0);
        objects_.next();
        objects_.positions().to_host(coordinates.data(), coordinates.size_bytes());
        return true;
    }
    const DeviceMemory* on_device() const override { return &objects_.positions(); }

private:
    RandomWalk objects_;
};

}  // namespace

std::unique_ptr<TickCursor> random_walk_on_gpu(const RandomWalkRules& rules, std::span<const double> state) {
    if (default_device() != DeviceKind::cuda) return nullptr;
    try {
        return std::make_unique<RandomWalkOnGpu>(rules, state);
    } catch (const Error&) { return nullptr; }
}

}  // namespace neighborscope
