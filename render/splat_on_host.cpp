#include "render/splat.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <thread>
#include <vector>

namespace neighborscope::render {
namespace {

static_assert(std::endian::native == std::endian::little, "shaders see the row first");

void keep_nearest(Pixel& pixel, std::uint32_t depth, std::uint32_t row) {
    std::atomic_ref<std::uint64_t> nearest(pixel.nearest);
    const std::uint64_t own = std::uint64_t(depth) << 32 | row;
    std::uint64_t known = nearest.load(std::memory_order_relaxed);
    while (own < known && !nearest.compare_exchange_weak(known, own, std::memory_order_relaxed)) {}
}

constexpr std::int64_t rows_of_run = 64;

/// The same algorithm as splat.comp.
class PointsOnHost {
public:
    PointsOnHost(const FrameBlock& frame, bool dense, Pixel* pixels, int width, int height)
        : frame_(frame), matrix_(frame.view_projection), dense_(dense), pixels_(pixels), width_(width), height_(height) {}

    /// Splats rows `first` to beyond - 1, some at a time: loads of their pixels overlap.
    void add(const float* positions, std::int64_t first, std::int64_t beyond) {
        std::array<ProjectedPoint, 32> seen;
        while (first < beyond) {
            std::size_t found = 0;
            for (; first < beyond && found < seen.size(); ++first)
                if (project(positions + 3 * first, std::uint32_t(first), seen[found])) __builtin_prefetch(seen[found++].middle, 1);
            for (std::size_t i = 0; i < found; ++i) add(seen[i]);
        }
    }

    PointTotals totals;

private:
    struct ProjectedPoint {
        Pixel* middle;
        float x, y, w;  // device pixels, y up
        std::uint32_t depth, row;
    };

    bool project(const float* position, std::uint32_t row, ProjectedPoint& seen) const {
        const glm::vec3 from_focus =
            (glm::vec3(position[0], position[1], position[2]) - glm::vec3(frame_.focus_high)) - glm::vec3(frame_.focus_low);
        const glm::vec4 clip = matrix_ * glm::vec4(from_focus, 1);
        if (!(clip.w > 0)) return false;
        const glm::vec3 place = glm::vec3(clip) / clip.w;
        if (!(std::abs(place.x) <= 1 && std::abs(place.y) <= 1 && std::abs(place.z) <= 1)) return false;
        const float x = (0.5f * place.x + 0.5f) * float(width_), y = (0.5f * place.y + 0.5f) * float(height_);
        const int column = std::min(int(x), width_ - 1), line = std::min(int(y), height_ - 1);
        seen = {pixels_ + std::size_t(line) * std::size_t(width_) + std::size_t(column), x, y, clip.w,
            frame_.three_d ? std::bit_cast<std::uint32_t>(0.5f * place.z + 0.5f) : 0, row};
        return true;
    }
    void add(const ProjectedPoint& seen) {
        const std::uint32_t before = std::atomic_ref<std::uint32_t>(seen.middle->points).fetch_add(1, std::memory_order_relaxed);
        totals.most = std::max(totals.most, before + 1);
        ++totals.seen;
        const int size = dense_ ? 1 : 1 + int(std::clamp(diameter(seen.w) * frame_.scale - 0.5f, 0.0f, 15.0f));  // rounded, 1 to 16 pixels
        if (size == 1) keep_nearest(*seen.middle, seen.depth, seen.row);
        else add_disc(seen.x, seen.y, size, seen.depth, seen.row);
    }
    float diameter(float w) const {
        return frame_.three_d ? std::clamp(frame_.point_size / w, 1.25f, 3 * frame_.point_size) : frame_.point_size;
    }
    void add_disc(float x, float y, int size, std::uint32_t depth, std::uint32_t row) {
        const int left = int(std::floor(x - 0.5f * float(size) + 0.5f)), low = int(std::floor(y - 0.5f * float(size) + 0.5f));
        const float middle = 0.5f * float(size - 1), squared_radius = 0.25f * float(size) * float(size);
        for (int dy = 0; dy < size; ++dy)
            for (int dx = 0; dx < size; ++dx) {
                const float across = float(dx) - middle, up = float(dy) - middle;
                if (size >= 3 && across * across + up * up > squared_radius) continue;
                if (left + dx < 0 || left + dx >= width_ || low + dy < 0 || low + dy >= height_) continue;
                keep_nearest(pixels_[std::size_t(low + dy) * std::size_t(width_) + std::size_t(left + dx)], depth, row);
            }
    }

    const FrameBlock& frame_;
    glm::mat4 matrix_;
    bool dense_;
    Pixel* pixels_;
    int width_, height_;
};

}  // namespace

void splat_on_host(const float* positions, std::int64_t count, std::int64_t first, std::int64_t stride, const FrameBlock& frame, bool dense,
    Pixel* pixels, int width, int height, PointTotals& totals) {
    // Slices consist of whole runs of rows, which are loaded together.
    const std::int64_t runs = (count + rows_of_run - 1) / rows_of_run, own = first < runs ? (runs - first + stride - 1) / stride : 0;
    const auto most_workers = std::min<std::int64_t>(std::thread::hardware_concurrency(), own * rows_of_run / 10'000);
    const int workers = int(std::clamp<std::int64_t>(most_workers, 1, 16));
    std::vector<PointTotals> of_worker(std::size_t(workers), PointTotals{});
    const auto work = [&](int worker) {
        PointsOnHost points(frame, dense, pixels, width, height);
        for (std::int64_t i = own * worker / workers; i < own * (worker + 1) / workers; ++i) {
            const std::int64_t row = (first + i * stride) * rows_of_run;
            points.add(positions, row, std::min(row + rows_of_run, count));
        }
        of_worker[std::size_t(worker)] = points.totals;
    };
    std::vector<std::jthread> threads;
    for (int worker = 1; worker < workers; ++worker) threads.emplace_back(work, worker);
    work(0);
    threads.clear();
    for (const PointTotals& one : of_worker) {
        totals.most = std::max(totals.most, one.most);
        totals.seen += one.seen;
    }
}

}  // namespace neighborscope::render
