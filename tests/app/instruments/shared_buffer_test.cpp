#include "gpu/device/shared_buffer.hpp"
#include "gpu/device/shared_buffer_positions.hpp"
#include "gpu/error.hpp"
#include "render/offscreen.hpp"
#include "render/scene.hpp"

#include <epoxy/gl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace neighborscope {
namespace {

/// Runs on the host device and, if there is one, on CUDA, with the OpenGL that can share buffers with it.
class Shared : public testing::TestWithParam<DeviceKind> {
protected:
    void SetUp() override {
        if (GetParam() == DeviceKind::cuda && default_device() != DeviceKind::cuda) GTEST_SKIP() << why_no_cuda();
    }
    render::OffscreenContext context{true};

    static std::vector<float> counted(std::size_t count, float from) {
        std::vector<float> values(count);
        std::iota(values.begin(), values.end(), from);
        return values;
    }
    DeviceMemory on_device(const std::vector<float>& values) const {
        DeviceMemory memory(GetParam(), values.size() * sizeof(float), "test");
        memory.from_host(values.data(), memory.bytes());
        return memory;
    }
    static std::vector<float> seen_by_gl(unsigned buffer, std::size_t count) {
        std::vector<float> values(count, -1);
        glGetNamedBufferSubData(buffer, 0, GLsizeiptr(count * sizeof(float)), values.data());
        return values;
    }
};

TEST_P(Shared, ThePathHasItsName) {
    render::Buffer buffer(64);
    const SharedBuffer shared(GetParam(), buffer.name(), 64);
    if (GetParam() == DeviceKind::host) {
        EXPECT_EQ(shared.path(), BufferPath::copy_host_device);
        EXPECT_EQ(shared.path_name(), "copy (host device)");
    } else if (shared.path() == BufferPath::interop) {
        EXPECT_EQ(shared.path_name(), "interop");
    } else {
        EXPECT_EQ(shared.path_name().rfind("copy (interop refused: ", 0), 0u) << shared.path_name();
        EXPECT_GT(shared.path_name().size(), std::string("copy (interop refused: )").size()) << "with the reason";
    }
    EXPECT_EQ(shared.bytes(), 64u);
    EXPECT_EQ(shared.gl_buffer(), buffer.name());
}

TEST_P(Shared, SeveralResultsArriveInOneGo) {
    render::Buffer first_buffer(40), second_buffer(400);
    SharedBuffer first(GetParam(), first_buffer.name(), 40), second(GetParam(), second_buffer.name(), 400);
    const DeviceMemory a = on_device(counted(10, 1)), b = on_device(counted(50, 100)), c = on_device(counted(50, 200));
    const std::uint64_t before = transferred().to_host;
    const SharedBuffer::Publish all[] = {
        {&first, a.data(), 40}, {&second, b.data(), 200}, {&second, c.data(), 200, 200}, {&second, nullptr, 0}};
    SharedBuffer::publish(all);
    EXPECT_EQ(seen_by_gl(first.gl_buffer(), 10), counted(10, 1));
    std::vector<float> expected = counted(50, 100);
    const std::vector<float> rest = counted(50, 200);
    expected.insert(expected.end(), rest.begin(), rest.end());
    EXPECT_EQ(seen_by_gl(second.gl_buffer(), 100), expected);
    const std::uint64_t visited = first.path() == BufferPath::copy_interop_refused ? 440 : 0;
    EXPECT_EQ(transferred().to_host - before, visited) << "only a refused interop visits the host, and it is counted";
    EXPECT_EQ(glGetError(), unsigned(GL_NO_ERROR));
}

TEST_P(Shared, PublishingAgainReplaces) {
    render::Buffer buffer(40);
    SharedBuffer shared(GetParam(), buffer.name(), 40);
    for (float from : {1.0f, 50.0f, 7.0f}) {
        const DeviceMemory memory = on_device(counted(10, from));
        const SharedBuffer::Publish one[] = {{&shared, memory.data(), 40}};
        SharedBuffer::publish(one);
        EXPECT_EQ(seen_by_gl(buffer.name(), 10), counted(10, from));
    }
    SharedBuffer moved = std::move(shared);
    const DeviceMemory memory = on_device(counted(10, 9));
    const SharedBuffer::Publish one[] = {{&moved, memory.data(), 40}};
    SharedBuffer::publish(one);
    EXPECT_EQ(seen_by_gl(buffer.name(), 10), counted(10, 9));
}

TEST_P(Shared, BeyondTheEndIsAnError) {
    render::Buffer buffer(40);
    SharedBuffer shared(GetParam(), buffer.name(), 40);
    const DeviceMemory memory = on_device(counted(20, 0));
    const SharedBuffer::Publish one[] = {{&shared, memory.data(), 40, 4}};
    EXPECT_THROW(SharedBuffer::publish(one), Error);
}

TEST_P(Shared, PositionsAreTheFirstAxes) {
    for (int dimension : {1, 2, 3, 7})
        for (int axes : {2, 3}) {
            constexpr int count = 1000;
            const DeviceMemory memory = on_device(counted(std::size_t(count * dimension), 0));
            const Points points{static_cast<const float*>(memory.data()), count, dimension};
            const DeviceMemory positions = positions_of(points, GetParam(), axes);
            ASSERT_EQ(positions.bytes(), count * 3 * sizeof(float));
            std::vector<float> got(std::size_t(count) * 3);
            positions.to_host(got.data(), positions.bytes());
            for (int row = 0; row < count; ++row)
                for (int axis = 0; axis < 3; ++axis)
                    ASSERT_EQ(got[std::size_t(3 * row + axis)], axis < axes && axis < dimension ? float(row * dimension + axis) : 0.0f)
                        << dimension << ' ' << axes << ' ' << row;
        }
}

TEST_P(Shared, PositionsAreTheAxesAskedFor) {
    const DeviceMemory memory = on_device(counted(40, 0));
    const Points points{static_cast<const float*>(memory.data()), 8, 5};
    for (int axes : {2, 3}) {
        const DeviceMemory positions = positions_of(points, GetParam(), axes, {4, 1, 3});
        std::vector<float> got(24);
        positions.to_host(got.data(), positions.bytes());
        for (int row = 0; row < 8; ++row)
            EXPECT_THAT(std::vector<float>(&got[std::size_t(3 * row)], &got[std::size_t(3 * row)] + 3),
                testing::ElementsAre(float(5 * row + 4), float(5 * row + 1), axes == 3 ? float(5 * row + 3) : 0.0f));
    }
}

TEST_P(Shared, NoPointsHaveNoPositions) { EXPECT_EQ(positions_of(Points{nullptr, 0, 2}, GetParam(), 2).bytes(), 0u); }

INSTANTIATE_TEST_SUITE_P(
    Devices, Shared, testing::Values(DeviceKind::host, DeviceKind::cuda), [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace neighborscope
