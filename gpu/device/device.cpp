// Devices by name, and their memory. Everything device-specific is behind Backend.
#include "gpu/device/backend.hpp"
#include "gpu/device/copy.hpp"
#include "gpu/device/cuda_probe.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <mutex>
#include <numeric>
#include <optional>
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

std::string pretended_reason;  ///< why there is no CUDA device, for tests

std::mutex sharing_mutex;
std::array<std::vector<int>, 2> sharing;  ///< by DeviceKind: the devices that share points; empty: the one in use

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
    if (!pretended_reason.empty()) return pretended_reason;
#ifdef NEIGHBORSCOPE_WITH_CUDA
    static const std::string reason = cuda_backend().why_absent();
    return reason;
#else
    return "built for CPU only: nvcc was not found when it was built";
#endif
}

bool has_unusable_cuda() { return why_no_cuda().starts_with(unusable_cuda); }

void pretend_no_cuda(std::string why) { pretended_reason = std::move(why); }

std::vector<DeviceInfo> devices() {
    std::vector<DeviceInfo> found;
    if (why_no_cuda().empty()) found.push_back(device_info(DeviceKind::cuda));
    found.push_back(device_info(DeviceKind::host));
    return found;
}

std::vector<DeviceInfo> cuda_devices() {
    std::vector<DeviceInfo> found;
    if (!why_no_cuda().empty()) return found;
    const Backend& cuda = backend(DeviceKind::cuda);
    for (int number = 0; number < cuda.count(); ++number) found.push_back(cuda.info_of(number));
    return found;
}

DeviceInfo device_info(DeviceKind kind) {
    if (kind == DeviceKind::cuda) {
        if (const std::string reason = why_no_cuda(); !reason.empty()) throw Error(Failure::device, reason, "use --device host");
    }
    return backend(kind).info();
}

DeviceKind default_device() { return why_no_cuda().empty() ? DeviceKind::cuda : DeviceKind::host; }

namespace {

/// "cuda:0 NVIDIA H200, cuda:1 NVIDIA H200, host"
[[maybe_unused]] std::string names_of_devices() {
    std::string text;
    for (const DeviceInfo& one : cuda_devices()) text += "cuda:" + std::to_string(one.number) + " " + one.name + ", ";
    return text + "host";
}

constexpr std::string_view cuda_prefix = "cuda:";

[[noreturn]] void throw_unknown_device(std::string_view name) {
    throw Error(Failure::usage, "no device is called '" + std::string(name) + "'",
        "use --device host or cuda, of several cuda:0, cuda:1 and so on, several together as cuda:0,1, cuda:all or host,host");
}

std::vector<std::string_view> split(std::string_view list) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        parts.push_back(list.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

/// 0 and 1 for "cuda:0,1" or "cuda:0,cuda:1"; none for "cuda". Usage Error if the name is not that of devices.
std::vector<int> numbers_in(std::string_view name) {
    if (name == "cuda") return {};
    if (!name.starts_with(cuda_prefix)) throw_unknown_device(name);
    std::vector<int> numbers;
    for (std::string_view part : split(name)) {
        if (part.starts_with(cuda_prefix)) part.remove_prefix(cuda_prefix.size());
        int number = 0;
        const char* const end = part.data() + part.size();
        const auto [read, error] = std::from_chars(part.data(), end, number);
        if (error != std::errc() || read != end || number < 0) throw_unknown_device(name);
        numbers.push_back(number);
    }
    return numbers;
}

}  // namespace

std::string name_of_device(DeviceKind kind, int number) { return std::string(name(kind)) + ":" + std::to_string(number); }

void share_points(DeviceKind kind, std::vector<int> numbers) {
    const std::lock_guard lock(sharing_mutex);
    sharing[std::size_t(kind)] = std::move(numbers);
}

std::vector<int> sharing_devices(DeviceKind kind) {
    const std::lock_guard lock(sharing_mutex);
    const std::vector<int>& several = sharing[std::size_t(kind)];
    return several.empty() ? std::vector<int>{0} : several;
}

DeviceKind device_named(std::string_view name) {
    constexpr std::string_view all = "cuda:all";
    if (name == "host") return DeviceKind::host;
    if (const std::vector<std::string_view> parts = split(name);
        std::all_of(parts.begin(), parts.end(), [](std::string_view part) { return part == "host"; })) {
        std::vector<int> numbers(parts.size());
        std::iota(numbers.begin(), numbers.end(), 0);
        share_points(DeviceKind::host, std::move(numbers));
        return DeviceKind::host;
    }
    [[maybe_unused]] std::vector<int> numbers = name == all ? std::vector<int>() : numbers_in(name);  // rejects other names
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (const Backend& cuda = cuda_backend(); pretended_reason.empty() && cuda.count() > 0) {
        if (name == all) {
            numbers.resize(std::size_t(cuda.count()));
            std::iota(numbers.begin(), numbers.end(), 0);
        }
        for (const int number : numbers)
            if (number >= cuda.count())
                throw Error(Failure::device, "there is no cuda:" + std::to_string(number), "the devices are " + names_of_devices());
        if (!numbers.empty() && !cuda.choose(numbers.front()))
            throw Error(Failure::device, "cuda:" + std::to_string(device_info(DeviceKind::cuda).number) + " is already in use",
                "start the program with --device " + std::string(name));
    }
#endif
    if (const std::string reason = why_no_cuda(); !reason.empty()) throw Error(Failure::device, reason, "use --device host");
    if (!numbers.empty()) share_points(DeviceKind::cuda, std::move(numbers));
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

std::shared_ptr<void> pinned_memory(DeviceKind device, std::size_t bytes, std::string_view what_for) {
    return {
        backend(device).allocate_pinned(bytes, what_for), [device, bytes](void* memory) { backend(device).release_pinned(memory, bytes); }};
}

void limit_device_memory(DeviceKind device, std::size_t bytes) { backend(device).limit(bytes); }
std::size_t free_device_memory(DeviceKind device) { return backend(device).free(); }

}  // namespace neighborscope
