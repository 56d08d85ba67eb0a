// Memory, copies, events and checks of the CUDA device.
#include "gpu/device/simt.hpp"
#include "gpu/device/backend.hpp"
#include "gpu/device/cuda/probe.hpp"

#include <nvtx3/nvToolsExt.h>

#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <unordered_map>

namespace neighborscope::cuda {
namespace {

std::atomic<std::size_t> limit{0};  ///< of each device
std::atomic<std::uint64_t> bytes_to_device{0}, bytes_to_host{0};

/// NEIGHBORSCOPE_SYNC=1 waits after every launch, so that a failure names the kernel that caused it.
bool synchronous() {
    static const bool on = [] {
        const char* value = std::getenv("NEIGHBORSCOPE_SYNC");
        return value && std::strcmp(value, "1") == 0;
    }();
    return on;
}

int attribute(cudaDeviceAttr which) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, chosen_device()), "cudaDeviceGetAttribute");
    return value;
}

/// The dynamic shared memory that each kernel has been allowed on one device.
class GrantedSharedBytes {
public:
    bool covers(const void* kernel, std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        const auto found = bytes_.find(kernel);
        return found != bytes_.end() && found->second >= bytes;
    }
    void note(const void* kernel, std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        std::size_t& most = bytes_[kernel];
        most = std::max(most, bytes);
    }

private:
    std::mutex mutex_;
    std::unordered_map<const void*, std::size_t> bytes_;
};

/// What is known of one device, found when it is first needed.
struct DeviceState {
    std::once_flag pool_is_found, limits_are_found;
    cudaMemPool_t pool = nullptr;
    Limits limits{};
    GrantedSharedBytes granted;
    std::atomic<std::size_t> used{0};  ///< bytes that this program has allocated
};

DeviceState& device_state() {
    static std::deque<DeviceState> all(std::size_t(std::max(device_count(), 1)));
    return all.at(std::size_t(chosen_device()));
}

/// The device's memory pool, set to keep freed memory: repeated searches then allocate in microseconds. Other devices of this host may copy
/// from and to its memory where the links allow that.
cudaMemPool_t pool() {
    DeviceState& state = device_state();
    std::call_once(state.pool_is_found, [&] {
        check(cudaDeviceGetDefaultMemPool(&state.pool, chosen_device()), "cudaDeviceGetDefaultMemPool");
        std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
        check(cudaMemPoolSetAttribute(state.pool, cudaMemPoolAttrReleaseThreshold, &keep), "cudaMemPoolSetAttribute");
    });
    return state.pool;
}

std::size_t pool_bytes(cudaMemPoolAttr which) {
    std::uint64_t value = 0;
    check(cudaMemPoolGetAttribute(pool(), which, &value), "cudaMemPoolGetAttribute");
    return std::size_t(value);
}

void* allocate_on(cudaStream_t stream, std::size_t bytes, std::string_view what_for, const Stream* context) {
    if (bytes == 0) return nullptr;
    use_chosen_device();
    if (limit.load(std::memory_order_relaxed) != 0) {  // only then: querying CUDA takes longer than allocating
        if (const std::size_t free = free_bytes(); bytes > free) throw_out_of_memory("cuda", what_for, bytes, free);
    }
    void* memory = nullptr;
    cudaError_t status = cudaMallocFromPoolAsync(&memory, bytes, pool(), stream);
    if (status == cudaErrorMemoryAllocation) {  // the pool's free memory may be fragmented: release it and try again
        cudaGetLastError();
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize", context);
        check(cudaMemPoolTrimTo(pool(), 0), "cudaMemPoolTrimTo", context);
        status = cudaMallocFromPoolAsync(&memory, bytes, pool(), stream);
    }
    if (status == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        throw_out_of_memory("cuda", what_for, bytes, free_bytes());
    }
    check(status, "cudaMallocFromPoolAsync", context);
    device_state().used += bytes;
    return memory;
}

std::string why_absent() { return why_unusable(probe()); }

DeviceInfo info_of(int number) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, number), "cudaGetDeviceProperties");
    DeviceInfo info;
    info.kind = DeviceKind::cuda;
    info.number = number;
    info.name = properties.name;
    if (number == chosen_device()) {
        info.free_bytes = free_bytes();
    } else {  // only the device itself knows its free memory
        std::size_t total = 0;
        check(cudaSetDevice(number), "cudaSetDevice");
        const cudaError_t status = cudaMemGetInfo(&info.free_bytes, &total);
        check(cudaSetDevice(chosen_device()), "cudaSetDevice");
        check(status, "cudaMemGetInfo");
    }
    info.total_bytes = properties.totalGlobalMem;
    info.units = properties.multiProcessorCount;
    info.architecture = "sm_" + std::to_string(properties.major) + std::to_string(properties.minor);
    int driver = 0;
    check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    info.driver = std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10);
    return info;
}

DeviceInfo info() { return info_of(chosen_device()); }

// DeviceMemory is shared between streams: the constructor waits for the allocation, and freeing waits for all work on the device.
void* allocate_shared(std::size_t bytes, std::string_view what_for) {
    void* memory = allocate_on(nullptr, bytes, what_for, nullptr);
    check(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize");
    return memory;
}

void release_shared(void* memory, std::size_t bytes) noexcept {
    use_chosen_device();
    cudaDeviceSynchronize();
    release(nullptr, memory, bytes);
}

void from_host(void* to, const void* from, std::size_t bytes) {
    use_chosen_device();
    copy_from_host(nullptr, to, from, bytes);
    check(cudaStreamSynchronize(nullptr), "copying to the device");
}

void to_host(void* to, const void* from, std::size_t bytes) {
    use_chosen_device();
    copy_to_host(nullptr, to, from, bytes);
    check(cudaStreamSynchronize(nullptr), "copying from the device");
}

void copy_inside(void* to, const void* from, std::size_t bytes) {
    use_chosen_device();
    if (bytes) check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, nullptr), "copying on the device");
    check(cudaStreamSynchronize(nullptr), "copying on the device");
}

void* allocate_pinned(std::size_t bytes, std::string_view what_for) {
    use_chosen_device();
    void* memory = nullptr;
    const cudaError_t status = cudaMallocHost(&memory, bytes);
    if (status == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        throw Error(Failure::memory, std::string(what_for) + ": the system gives no " + format_bytes(bytes) + " of pinned host memory",
            "set a smaller --host-memory");
    }
    check(status, "cudaMallocHost");
    return memory;
}

void release_pinned(void* memory, std::size_t) noexcept { cudaFreeHost(memory); }

Transferred moved() { return {bytes_to_device.load(), bytes_to_host.load()}; }

}  // namespace

void check(cudaError_t status, std::string_view what, const Stream* stream) {
    if (status == cudaSuccess) return;
    cudaGetLastError();  // clears the error, which the next call would otherwise report
    std::string message = std::string(what) + ": " + cudaGetErrorString(status);
    if (stream && !stream->last_kernel.empty()) message += ", last kernel " + std::string(stream->last_kernel);
    if (stream && !stream->phase.empty()) message += ", " + describe_phase(stream->phase);
    const bool known = synchronous() || !stream;
    throw Error(status == cudaErrorMemoryAllocation ? Failure::memory : Failure::device, message,
        known ? "" : "run again with NEIGHBORSCOPE_SYNC=1 to see which kernel failed");
}

Stream::Stream() {
    use_chosen_device();
    check(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking), "cudaStreamCreate");
}
Stream::~Stream() {
    spare_events.clear();
    if (handle_) cudaStreamDestroy(handle_);
}
void Stream::wait() { check(cudaStreamSynchronize(handle_), "cudaStreamSynchronize", this); }

Event::Event() {
    use_chosen_device();
    check(cudaEventCreate(&handle_), "cudaEventCreate");
}
Event::~Event() {
    if (handle_) cudaEventDestroy(handle_);
}
void Event::record(Stream& stream) { check(cudaEventRecord(handle_, stream.handle()), "cudaEventRecord", &stream); }
void Event::wait() const { check(cudaEventSynchronize(handle_), "cudaEventSynchronize"); }
double Event::milliseconds(const Event& from, const Event& to) {
    float time = 0;
    check(cudaEventElapsedTime(&time, from.handle_, to.handle_), "cudaEventElapsedTime");
    return time;
}

void push_range(const char* name) { nvtxRangePushA(name); }
void pop_range() { nvtxRangePop(); }

void* allocate(Stream& stream, std::size_t bytes, std::string_view what_for) {
    return allocate_on(stream.handle(), bytes, what_for, &stream);
}

void release(cudaStream_t stream, void* memory, std::size_t bytes) noexcept {
    if (!memory) return;
    device_state().used -= bytes;
    cudaFreeAsync(memory, stream);
}

void copy_from_host(cudaStream_t stream, void* to, const void* from, std::size_t bytes, const Stream* context) {
    if (!bytes) return;
    bytes_to_device += bytes;
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream), "copying to the device", context);
}

void copy_to_host(cudaStream_t stream, void* to, const void* from, std::size_t bytes, const Stream* context) {
    if (!bytes) return;
    bytes_to_host += bytes;
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream), "copying from the device", context);
}

void copy_on_device(Stream& stream, void* to, const void* from, std::size_t bytes) {
    if (bytes) check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream.handle()), "copying on the device", &stream);
}

void fill_bytes(Stream& stream, void* memory, unsigned char byte, std::size_t bytes) {
    if (bytes) check(cudaMemsetAsync(memory, byte, bytes, stream.handle()), "cudaMemsetAsync", &stream);
}

Flag::Flag() {
    use_chosen_device();
    check(cudaMallocHost(&word_, sizeof(unsigned)), "cudaMallocHost");
    *word_ = 0;
}
Flag::~Flag() { cudaFreeHost(word_); }

void before_launch(Stream& stream, const char* kernel, const void* function, const Shape& shape) {
    if (stream.stop && stream.stop->load(std::memory_order_relaxed)) throw Cancelled{};
    use_chosen_device();
    stream.last_kernel = kernel_name(kernel);
    // More than 48 KB, including what the kernel declares itself, must be requested; too much is rejected here. Once per kernel is
    // enough: it is an upper limit, and requesting takes as long as a launch.
    GrantedSharedBytes& granted = device_state().granted;
    if (shape.shared_bytes > 32 * 1024 && !granted.covers(function, shape.shared_bytes)) {
        cudaFuncAttributes attributes{};
        check(cudaFuncGetAttributes(&attributes, function), "cudaFuncGetAttributes", &stream);
        if (shape.shared_bytes + attributes.sharedSizeBytes > limits().shared_bytes_block)
            throw_too_much_shared_memory(
                "kernel " + std::string(stream.last_kernel), shape.shared_bytes, attributes.sharedSizeBytes, limits().shared_bytes_block);
        check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, int(shape.shared_bytes)),
            std::to_string(shape.shared_bytes) + " bytes of dynamic shared memory for " + std::string(stream.last_kernel), &stream);
        granted.note(function, shape.shared_bytes);
    }
}

void after_launch(Stream& stream, cudaError_t status, const Shape& shape) {
    if (status == cudaSuccess && !synchronous()) return;
    if (status != cudaSuccess) {
        const auto extents = [](dim3 d) {  // piece by piece: g++ 12 warns of nothing at "(" + std::to_string(...)
            std::string text = std::to_string(d.x);
            text += ",";
            text += std::to_string(d.y);
            text += ",";
            text += std::to_string(d.z);
            return text;
        };
        check(status,
            "launching " + std::string(stream.last_kernel) + ", grid (" + extents(shape.grid) + "), block (" + extents(shape.block) +
                "), " + std::to_string(shape.shared_bytes) + " bytes of dynamic shared memory",
            &stream);
    }
    check(cudaStreamSynchronize(stream.handle()), "running " + std::string(stream.last_kernel), &stream);
}

void CapturedGraph::release_graph() noexcept {
    if (graph_) cudaGraphExecDestroy(std::exchange(graph_, nullptr));
}

bool CapturedGraph::begin(Stream& stream) {
    if (synchronous()) return false;
    check(cudaStreamBeginCapture(stream.handle(), cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture", &stream);
    return true;
}

bool CapturedGraph::end(Stream& stream) {
    cudaGraph_t recorded = nullptr;
    cudaError_t status = cudaStreamEndCapture(stream.handle(), &recorded);
    if (status == cudaSuccess && recorded) status = cudaGraphInstantiate(&graph_, recorded, 0);
    if (recorded) cudaGraphDestroy(recorded);
    if (status != cudaSuccess) {
        cudaGetLastError();
        graph_ = nullptr;
    }
    last_kernel_ = stream.last_kernel;
    return graph_ != nullptr;
}

void CapturedGraph::launch(Stream& stream) const {
    if (stream.stop && stream.stop->load(std::memory_order_relaxed)) throw Cancelled{};
    use_chosen_device();
    stream.last_kernel = last_kernel_;
    check(cudaGraphLaunch(graph_, stream.handle()), "cudaGraphLaunch", &stream);
}

std::size_t free_bytes() {
    if (const std::size_t most = limit.load(std::memory_order_relaxed)) {
        const std::size_t now = device_state().used.load(std::memory_order_relaxed);
        return most > now ? most - now : 0;
    }
    use_chosen_device();
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    return free + pool_bytes(cudaMemPoolAttrReservedMemCurrent) - pool_bytes(cudaMemPoolAttrUsedMemCurrent);
}

void set_memory_limit(std::size_t bytes) { limit = bytes; }

Limits limits() {
    DeviceState& state = device_state();
    std::call_once(state.limits_are_found, [&] {
        Limits own{
            .multiprocessors = attribute(cudaDevAttrMultiProcessorCount),
            .shared_bytes_block = std::size_t(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)),
            .shared_bytes_multiprocessor = std::size_t(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor)),
            .compute_capability = 10 * attribute(cudaDevAttrComputeCapabilityMajor) + attribute(cudaDevAttrComputeCapabilityMinor),
        };
        if (const std::size_t fewer = shared_bytes_of_environment(); fewer != 0 && fewer < own.shared_bytes_block) {
            own.shared_bytes_block = fewer;
            own.shared_bytes_multiprocessor = shared_bytes_of_multiprocessor(fewer);
        }
        state.limits = own;
    });
    return state.limits;
}

}  // namespace neighborscope::cuda

namespace neighborscope {

const Backend& cuda_backend() {
    static const Backend backend{cuda::why_absent, cuda::info, cuda::allocate_shared, cuda::release_shared, cuda::from_host, cuda::to_host,
        cuda::copy_inside, cuda::moved, cuda::set_memory_limit, cuda::free_bytes, cuda::allocate_pinned, cuda::release_pinned,
        cuda::device_count, cuda::choose_device, cuda::info_of, cuda::bind_thread};
    return backend;
}

}  // namespace neighborscope
