// Devices by name, memory and its limits, and copies between host and device.
#include "gpu/error.hpp"
#include "gpu/device/backend.hpp"
#include "gpu/device/copy.hpp"
#include "gpu/device/cuda_probe.hpp"
#include "tests/gpu/device/each_device.hpp"
#include "tests/gpu/device/executor_settings.hpp"
#include "tests/refused.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <utility>

namespace neighborscope {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

using test::error_of;

TEST(Devices, Named) {
    EXPECT_EQ(name(DeviceKind::host), "host");
    EXPECT_EQ(name(DeviceKind::cuda), "cuda");
    EXPECT_EQ(device_named("host"), DeviceKind::host);
    const Error unknown = error_of([] { device_named("gpu"); });
    EXPECT_EQ(unknown.kind, Failure::usage);
    EXPECT_STREQ(unknown.what(), "no device is called 'gpu'");
    EXPECT_EQ(unknown.remedy,
        "use --device host or cuda, of several cuda:0, cuda:1 and so on, several together as cuda:0,1, cuda:all or host,host");
}

TEST(Devices, OneOfSeveralIsNamedByItsNumber) {
    for (const char* none : {"cuda:", "cuda:x", "cuda:-1", "cuda:1x", "cuda1", "host:0"})
        EXPECT_EQ(error_of([&] { device_named(none); }).kind, Failure::usage) << none;
    const Error absent = error_of([] { device_named("cuda:999"); });
    EXPECT_EQ(absent.kind, Failure::device);
    if (why_no_cuda().empty()) {
        EXPECT_STREQ(absent.what(), "there is no cuda:999");
        EXPECT_THAT(absent.remedy, testing::StartsWith("the devices are cuda:0 "));
        EXPECT_EQ(device_named("cuda:" + std::to_string(device_info(DeviceKind::cuda).number)), DeviceKind::cuda);
        EXPECT_FALSE(cuda_devices().empty());
    } else {
        EXPECT_EQ(absent.what(), why_no_cuda());
        EXPECT_TRUE(cuda_devices().empty());
    }
}

TEST(Devices, HostIsAlwaysThere) {
    const std::vector<DeviceInfo> all = devices();
    ASSERT_FALSE(all.empty());
    const DeviceInfo& host = all.back();
    EXPECT_EQ(host.kind, DeviceKind::host);
    EXPECT_GE(host.units, 1);
    EXPECT_EQ(host.name.rfind("host, " + std::to_string(host.units) + " thread", 0), 0u);
    EXPECT_GT(host.free_bytes, 0u);
    EXPECT_GE(host.total_bytes, host.free_bytes);
    EXPECT_EQ(host.architecture, "");
}

TEST(Devices, CudaOrTheReason) {
    if (why_no_cuda().empty()) {
        EXPECT_EQ(default_device(), DeviceKind::cuda);
        EXPECT_EQ(device_named("cuda"), DeviceKind::cuda);
        const DeviceInfo cuda = devices().front();
        EXPECT_EQ(cuda.kind, DeviceKind::cuda);
        EXPECT_EQ(cuda.architecture.rfind("sm_", 0), 0u);
        EXPECT_GT(cuda.free_bytes, 0u);
        EXPECT_GE(cuda.total_bytes, cuda.free_bytes);
        return;
    }
    EXPECT_EQ(default_device(), DeviceKind::host);
    EXPECT_EQ(devices().size(), 1u);
    EXPECT_THAT(
        why_no_cuda(), HasSubstr(built_with_cuda() ? "no CUDA device: " : "built for CPU only: nvcc was not found when it was built"));
    const Error absent = error_of([] { device_named("cuda"); });  // no silent fallback
    EXPECT_EQ(absent.kind, Failure::device);
    EXPECT_EQ(absent.what(), why_no_cuda());
    EXPECT_EQ(error_of([] { device_info(DeviceKind::cuda); }).kind, Failure::device);
    EXPECT_EQ(error_of([] { DeviceMemory(DeviceKind::cuda, 16, "points"); }).kind, Failure::device);
}

CudaProbe one_device() { return {.devices = 1, .name = "Tesla K80", .architecture = "sm_37", .built_for = "75-real 80-real 90-real 120"}; }

TEST(CudaProbe, ADeviceThatRunsKernelsIsUsed) { EXPECT_EQ(why_unusable(one_device()), ""); }

TEST(CudaProbe, ADeviceTooOldForThisProgramIsNot) {
    CudaProbe probe = one_device();
    probe.no_code = true;
    probe.launch_error = "no kernel image is available for execution on the device";
    EXPECT_EQ(why_unusable(probe), "no usable CUDA device: Tesla K80 (sm_37) is too old: compute capability 7.5 or later is needed");
    probe.name = "NVIDIA L4", probe.architecture = "sm_89";
    EXPECT_EQ(why_unusable(probe),
        "no usable CUDA device: NVIDIA L4 (sm_89) cannot run the code of this program, which was built for (75-real 80-real 90-real 120): "
        "no kernel image is available for execution on the device");
    probe.architecture = "sm_100";
    EXPECT_THAT(why_unusable(probe), testing::HasSubstr("cannot run the code"));
}

TEST(CudaProbe, ADriverTooOldForThisProgramIsSaidWithBothVersions) {
    CudaProbe probe{.count_error = "CUDA driver version is insufficient for CUDA runtime version", .driver_cuda = 11040};
    probe.program_cuda = 13000;
    EXPECT_EQ(
        why_unusable(probe), "no CUDA device: the NVIDIA driver is too old: it knows CUDA 11.4, this program was built with CUDA 13.0");
    probe.driver_cuda = 13020;
    probe.count_error = "no CUDA-capable device is detected";
    EXPECT_EQ(why_unusable(probe), "no CUDA device: no CUDA-capable device is detected");
}

TEST(CudaProbe, ADeviceThatRunsNothingIsNot) {
    CudaProbe probe = one_device();
    probe.launch_error = "CUDA-capable device(s) is/are busy or unavailable";
    EXPECT_EQ(
        why_unusable(probe), "no usable CUDA device: Tesla K80 (sm_37) runs no kernel: CUDA-capable device(s) is/are busy or unavailable");
}

TEST(CudaProbe, NoDeviceIsNone) {
    EXPECT_EQ(why_unusable({.driver = false}), "no CUDA device: no NVIDIA driver is installed");
    EXPECT_EQ(why_unusable({.count_error = "no CUDA-capable device is detected"}), "no CUDA device: no CUDA-capable device is detected");
}

/// Makes the CUDA device unusable, for one scope.
struct Unusable {
    explicit Unusable(std::string why) { pretend_no_cuda(std::move(why)); }
    ~Unusable() { pretend_no_cuda(""); }
};

TEST(Devices, HostTakesOverFromADeviceThatRunsNothing) {
    const Unusable old("no usable CUDA device: Tesla K80 (sm_37)");
    EXPECT_EQ(default_device(), DeviceKind::host);
    EXPECT_EQ(devices().size(), 1u);
    EXPECT_TRUE(has_unusable_cuda());
    EXPECT_EQ(why_no_cuda(), "no usable CUDA device: Tesla K80 (sm_37)");
    const Error refused = error_of([] { device_named("cuda"); });
    EXPECT_EQ(refused.kind, Failure::device);
    EXPECT_STREQ(refused.what(), "no usable CUDA device: Tesla K80 (sm_37)");
}

TEST(Words, Bytes) {
    EXPECT_EQ(format_bytes(0), "0 bytes");
    EXPECT_EQ(format_bytes(999), "999 bytes");
    EXPECT_EQ(format_bytes(1000), "1 KB");
    EXPECT_EQ(format_bytes(999499), "999 KB");
    EXPECT_EQ(format_bytes(999500), "1.0 MB");
    EXPECT_EQ(format_bytes(999949999), "999.9 MB");
    EXPECT_EQ(format_bytes(999950000), "1.0 GB");
    EXPECT_EQ(format_bytes(12400000000), "12.4 GB");
}

class Memory : public EachDevice {
protected:
    void TearDown() override {
        if (!IsSkipped()) trials().set_memory_limit(0);
    }
};
INSTANTIATE_TEST_SUITE_P(Devices, Memory, every_device(), device_name);

TEST_P(Memory, KeepsWhatItIsGiven) {
    const std::string text = "0123456789";
    DeviceMemory memory(GetParam(), 1000, "text");
    EXPECT_EQ(memory.device(), GetParam());
    EXPECT_EQ(memory.bytes(), 1000u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % 256, 0u);
    memory.from_host(text.data(), 10, 990);
    memory.from_host(text.data(), 10);
    DeviceMemory moved(std::move(memory));
    EXPECT_EQ(memory.data(), nullptr);  // NOLINT(bugprone-use-after-move): this is tested
    EXPECT_EQ(memory.bytes(), 0u);
    memory = std::move(moved);
    std::string back(5, ' ');
    memory.to_host(back.data(), 5, 995);
    EXPECT_EQ(back, "56789");
    memory.to_host(back.data(), 5, 2);
    EXPECT_EQ(back, "23456");
}

TEST_P(Memory, NothingIsLegal) {
    DeviceMemory memory(GetParam(), 0, "nothing");
    EXPECT_EQ(memory.data(), nullptr);
    memory.from_host(nullptr, 0);
    memory.to_host(nullptr, 0);
    trials().buffer(0);
    trials().round_trip(0);
}

TEST_P(Memory, LimitIsKeptAndGivenBack) {
    trials().set_memory_limit(1);
    const std::size_t in_use_makes_none_free = trials().free_bytes();
    EXPECT_LE(in_use_makes_none_free, 1u);
    trials().set_memory_limit(std::size_t(1) << 30);
    const std::size_t before = trials().free_bytes();
    {
        DeviceMemory held(GetParam(), 1000000, "held");
        EXPECT_EQ(trials().free_bytes(), before - 1000000);
        trials().buffer(2000000);
        EXPECT_EQ(trials().free_bytes(), before - 1000000);
    }
    EXPECT_EQ(trials().free_bytes(), before);
    EXPECT_EQ(device_info(GetParam()).free_bytes, before);
}

TEST_P(Memory, TooMuchIsRefusedWithNumbers) {
    trials().set_memory_limit(std::size_t(3) << 20);
    const std::size_t free = trials().free_bytes();
    const std::string are_free = format_bytes(free) + " are free";
    const Error row = error_of([&] { trials().buffer(12400000000); });
    EXPECT_EQ(row.kind, Failure::memory);
    EXPECT_EQ(row.what(), "the distance row on the " + std::string(name(GetParam())) + " device needs 12.4 GB, " + are_free);
    EXPECT_NE(row.remedy, "");
    const Error points = error_of([&] { DeviceMemory(GetParam(), free + 1, "points"); });
    EXPECT_EQ(points.kind, Failure::memory);
    EXPECT_THAT(points.what(), AllOf(HasSubstr("points on the "), HasSubstr(are_free)));
    EXPECT_NO_THROW(DeviceMemory(GetParam(), free, "points"));
    EXPECT_EQ(error_of([&] { trials().sort_keys(Keys(300000), 64); }).kind, Failure::memory);  // 2.4 MB twice
}

TEST(MemoryWords, NoMoreIsSaidToBeFreeThanIsNeeded) {
    EXPECT_STREQ(
        error_of([] { throw_out_of_memory("host", "row", 5000, 3000); }).what(), "row on the host device needs 5 KB, 3 KB are free");
    EXPECT_STREQ(error_of([] { throw_out_of_memory("host", "row", 5000, 9000); }).what(),
        "row on the host device needs 5 KB, which the system refuses");
}

TEST_P(Memory, MoreThanTheMachineHasIsRefused) {
    const std::size_t much = std::size_t(1) << 46;
    const Error error = error_of([&] { trials().buffer(much); });
    EXPECT_EQ(error.kind, Failure::memory);
    EXPECT_THAT(error.what(), HasSubstr("needs 70368.7 GB, "));
    EXPECT_EQ(error_of([&] { DeviceMemory(GetParam(), much, "points"); }).kind, Failure::memory);
    EXPECT_NO_THROW(trials().buffer(1000));
}

TEST_P(Memory, TransfersAreCounted) {
    const bool cuda = GetParam() == DeviceKind::cuda;
    const Transferred before = transferred();
    trials().round_trip(1000);
    const Transferred between = transferred();
    EXPECT_EQ(between.to_device - before.to_device, cuda ? 4000u : 0u);
    EXPECT_EQ(between.to_host - before.to_host, cuda ? 4000u : 0u);
    DeviceMemory memory(GetParam(), 64, "few");
    char bytes[64] = {};
    memory.from_host(bytes, 48);
    memory.to_host(bytes, 16, 48 - 16);
    const Transferred after = transferred();
    EXPECT_EQ(after.to_device - between.to_device, cuda ? 48u : 0u);
    EXPECT_EQ(after.to_host - between.to_host, cuda ? 16u : 0u);
}

TEST_P(Memory, CopiesOnADeviceCrossNothing) {
    std::vector<float> values(1000), got(1000, -1);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = float(i);
    DeviceMemory from(GetParam(), 4000, "from"), to(GetParam(), 4000, "to");
    from.from_host(values.data(), 4000);
    const Transferred before = transferred();
    copy_on_device(GetParam(), to.data(), from.data(), 4000);
    copy_on_device(GetParam(), nullptr, nullptr, 0);
    EXPECT_EQ(transferred().to_host, before.to_host);
    EXPECT_EQ(transferred().to_device, before.to_device);
    to.to_host(got.data(), 4000);
    EXPECT_EQ(got, values);
}

TEST_P(Memory, LargeRoundTrip) {
#ifdef NEIGHBORSCOPE_TSAN
    const std::size_t floats = 30001;  // makes a thread cost microseconds
#else
    const std::size_t floats = 3000001;
#endif
    EXPECT_NO_THROW(trials().round_trip(floats));
}

TEST_P(Memory, DynamicSharedMemoryUpToTheLimit) {
    EXPECT_GE(trials().shared_bytes_block(), std::size_t(48) * 1024);
    for (const std::size_t bytes : {std::size_t(4), std::size_t(48) * 1024, trials().shared_bytes_block()})
        EXPECT_TRUE(trials().shared_memory(bytes)) << bytes;
    EXPECT_EQ(error_of([&] { trials().shared_memory(trials().shared_bytes_block() + 1024); }).kind, Failure::device);
    EXPECT_TRUE(trials().shared_memory(1024));
}

TEST(SharedMemory, OfTheHostIsWhatItsOptionsSay) {
    const host::ExecutorSettings settings(1, 0);
    host::executor_options().shared_bytes = 64 * 1024;
    EXPECT_EQ(host_trials().shared_bytes_block(), 65536u);
    EXPECT_TRUE(host_trials().shared_memory(65536));
    const Error error = error_of([] { host_trials().shared_memory(65540); });
    EXPECT_EQ(error.kind, Failure::device);
    EXPECT_STREQ(error.what(), "kernel fill_shared needs 65540 bytes of shared memory a block (65540 dynamic, 0 declared), at most 65536");
}

TEST_P(Memory, RefusedLaunchNamesKernelAndPhase) {
    const Error error = error_of([&] { trials().too_many_threads(); });
    EXPECT_EQ(error.kind, Failure::device);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("take_time"), HasSubstr("phase trying"), HasSubstr("2048")));
    EXPECT_TRUE(trials().shared_memory(1024));
}

}  // namespace
}  // namespace neighborscope
