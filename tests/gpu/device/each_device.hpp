// Parameterises tests over the devices of this machine; skips the CUDA cases if there is none.
#pragma once
#include "tests/gpu/device/trials.hpp"

#include <gtest/gtest.h>

namespace neighborscope {

inline const Trials& trials_of(DeviceKind kind) {
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (kind == DeviceKind::cuda) return cuda_trials();
#endif
    return host_trials();
}

class EachDevice : public ::testing::TestWithParam<DeviceKind> {
protected:
    void SetUp() override {
        if (GetParam() == DeviceKind::cuda && !why_no_cuda().empty()) GTEST_SKIP() << why_no_cuda();
    }
    const Trials& trials() const { return trials_of(GetParam()); }
};

inline auto every_device() { return ::testing::Values(DeviceKind::host, DeviceKind::cuda); }
inline std::string device_name(const ::testing::TestParamInfo<DeviceKind>& info) { return std::string(name(info.param)); }

}  // namespace neighborscope
