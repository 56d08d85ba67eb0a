// Devices by name, and memory on them. Everything device-specific is behind Backend.
#include "gpu/device/backend.hpp"
#include "gpu/device/copy.hpp"
#include "gpu/device/cuda_probe.hpp"
#include "gpu/error.hpp"

#include <cassert>
#include <utility>

namespace neighborscope {
namespace {

const Backend& backend(DeviceKind kind) {
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (kind == DeviceKind::cuda) return cuda_backend();
#else
    if (kind == DeviceKind::cuda) throw Error(Failure::device, why_no_cuda(), "use --device host");
#endif
    return host_backend();
}

std::string pretended;  ///< why there is no CUDA device, for tests

}  // namespace

std::string_view name(DeviceKind kind) { return kind == DeviceKind::cuda ? "cuda" : "host"; }

bool built_with_cuda() {
#ifdef NEIGHBORSCOPE_WITH_CUDA
    return true;
#else
    return false;
#endif
}

std::string why_no_cuda() {
    if (!pretended.empty()) return pretended;
#ifdef NEIGHBORSCOPE_WITH_CUDA
    static const std::string reason = cuda_backend().why_absent();
    return reason;
#else
    return "built for CPU only: nvcc was not found when it was built";
#endif
}

bool has_unusable_cuda() { return why_no_cuda().starts_with(unusable_cuda); }

void pretend_no_cuda(std::string why) { pretended = std::move(why); }

std::vector<DeviceInfo> devices() {
    std::vector<DeviceInfo> found;
    if (why_no_cuda().empty()) found.push_back(device_info(DeviceKind::cuda));
    found.push_back(device_info(DeviceKind::host));
    return found;
}

DeviceInfo device_info(DeviceKind kind) {
    if (kind == DeviceKind::cuda) {
        if (const std::string reason = why_no_cuda(); !reason.empty()) throw Error(Failure::device, reason, "use --device host");
    }
    return backend(kind).info();
}

DeviceKind default_device() { return why_no_cuda().empty() ? DeviceKind::cuda : DeviceKind::host; }

DeviceKind device_named(std::string_view name) {
    if (name == "host") return DeviceKind::host;
    if (name != "cuda")
        throw Error(Failure::usage, "no device is called '" + std::string(name) + "'", "use --device cuda or --device host");
    if (const std::string reason = why_no_cuda(); !reason.empty()) throw Error(Failure::device, reason, "use --device host");
    return DeviceKind::cuda;
}

Transferred transferred() {
#ifdef NEIGHBORSCOPE_WITH_CUDA
    return cuda_backend().transferred();
#else
    return host_backend().transferred();
#endif
}

DeviceMemory::DeviceMemory(DeviceKind device, std::size_t bytes, std::string_view what_for)
    : data_(bytes ? backend(device).allocate(bytes, what_for) : nullptr), bytes_(bytes), device_(device) {}

DeviceMemory::DeviceMemory(DeviceMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)), device_(other.device_) {}

DeviceMemory& DeviceMemory::operator=(DeviceMemory&& other) noexcept {
    DeviceMemory taken(std::move(other));
    std::swap(data_, taken.data_);
    std::swap(bytes_, taken.bytes_);
    std::swap(device_, taken.device_);
    return *this;
}

DeviceMemory::~DeviceMemory() {
    if (data_) backend(device_).release(data_, bytes_);
}

void DeviceMemory::from_host(const void* source, std::size_t bytes, std::size_t offset) {
    assert(offset <= bytes_ && bytes <= bytes_ - offset);
    if (bytes) backend(device_).from_host(static_cast<std::byte*>(data_) + offset, source, bytes);
}

void copy_to_host(DeviceKind device, void* to, const void* from, std::size_t bytes) {
    if (bytes) backend(device).to_host(to, from, bytes);
}

void copy_on_device(DeviceKind device, void* to, const void* from, std::size_t bytes) {
    if (bytes) backend(device).copy(to, from, bytes);
}

void copy_to_device(DeviceKind device, void* to, const void* from, std::size_t bytes) {
    if (bytes) backend(device).from_host(to, from, bytes);
}

void DeviceMemory::to_host(void* destination, std::size_t bytes, std::size_t offset) const {
    assert(offset <= bytes_ && bytes <= bytes_ - offset);
    if (bytes) backend(device_).to_host(destination, static_cast<const std::byte*>(data_) + offset, bytes);
}

}  // namespace neighborscope
