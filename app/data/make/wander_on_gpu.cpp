#include "app/data/make/wander_on_gpu.hpp"

#include "gpu/error.hpp"
#include "gpu/wanderer.hpp"

namespace neighborscope {
namespace {

class WanderOnGpu : public Walk {
public:
    WanderOnGpu(const WanderRules& rules, std::span<const double> state) : objects_(DeviceKind::cuda, rules, state) {}
    bool next(std::span<float> coordinates, const Progress& progress) override {
        Progress{{}, progress.stop}.step(0, 0);
        objects_.next();
        objects_.positions().to_host(coordinates.data(), coordinates.size_bytes());
        return true;
    }
    const DeviceMemory* on_device() const override { return &objects_.positions(); }

private:
    Wanderer objects_;
};

}  // namespace

std::unique_ptr<Walk> wander_on_gpu(const WanderRules& rules, std::span<const double> state) {
    if (default_device() != DeviceKind::cuda) return nullptr;
    try {
        return std::make_unique<WanderOnGpu>(rules, state);
    } catch (const Error&) { return nullptr; }
}

}  // namespace neighborscope
