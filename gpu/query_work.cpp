#include "gpu/query_work.hpp"

#include <algorithm>

namespace neighborscope {

// All are defined in gpu/kernels/query_work.cu, which is compiled once per device.
namespace host {
std::vector<Distribution> distributions_on_device(std::span<const StridedNumbers>);
void colour_on_device(
    const StridedNumbers&, unsigned low, unsigned high, std::span<const std::uint32_t> ramp, std::uint32_t missing, std::uint32_t* colours);
}  // namespace host
namespace cuda {
std::vector<Distribution> distributions_on_device(std::span<const StridedNumbers>);
void colour_on_device(
    const StridedNumbers&, unsigned low, unsigned high, std::span<const std::uint32_t> ramp, std::uint32_t missing, std::uint32_t* colours);
}  // namespace cuda

std::vector<Distribution> distributions_of(std::span<const StridedNumbers> all, DeviceKind device) {
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (device == DeviceKind::cuda) return cuda::distributions_on_device(all);
#endif
    (void)device;
    return host::distributions_on_device(all);
}

Distribution distribution_of(const StridedNumbers& numbers, DeviceKind device) {
    return std::move(distributions_of({&numbers, 1}, device).front());
}

DeviceMemory colours_of(const StridedNumbers& numbers, unsigned low, unsigned high, std::span<const std::uint32_t> ramp,
    std::uint32_t missing, DeviceKind device) {
    DeviceMemory colours(device, std::size_t(numbers.records) * sizeof(std::uint32_t), "colours of points");
    auto* const to = static_cast<std::uint32_t*>(colours.data());
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (device == DeviceKind::cuda) {
        cuda::colour_on_device(numbers, low, high, ramp, missing, to);
        return colours;
    }
#endif
    host::colour_on_device(numbers, low, high, ramp, missing, to);
    return colours;
}

SelfJoin::Answer SelfJoin::run(
    Searcher& searcher, const PointSet& points, int k, Metric metric, bool exclude_self, const Progress& progress) {
    const std::int64_t count = points.points().count;
    const int width = points.list_width(k);
    const std::size_t of_one = std::size_t(width) * (sizeof(std::int32_t) + sizeof(float));
    const std::int64_t piece = std::min<std::int64_t>(count, std::max<std::int64_t>(1, std::int64_t(list_bytes / of_one)));
    lists_.ensure_capacity(points.device(), piece, width);
    Answer answer{DeviceMemory(points.device(), std::size_t(count) * sizeof(QueryWork), "what queries take"), {}};
    auto* const work = static_cast<QueryWork*>(answer.work.data());
    for (std::int64_t first = 0; first < count; first += piece) {
        const std::int64_t some = std::min(piece, count - first);
        const Progress inner = progress.part(double(first), double(some), double(count));
        const QuerySet queries = QuerySet::point_range(points, first, some, exclude_self);
        add_report(answer.report, searcher.search(queries, k, metric, lists_, inner, Measure::total, work + first));
    }
    return answer;
}

}  // namespace neighborscope
