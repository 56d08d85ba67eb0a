// Stream, Event, Buffer and launch on CUDA. Every call and every launch is checked, with kernel and phase in the message.
#pragma once
#include "gpu/device/cuda/simt.cuh"

#include <atomic>
#include <tuple>
#include <utility>
#include <vector>

namespace neighborscope::cuda {

class Stream;

/// A point in time of a stream.
class Event {
public:
    Event();
    Event(Event&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Event& operator=(Event&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Event();
    void record(Stream&);
    void wait() const;
    /// Both events must have completed.
    static double milliseconds(const Event& from, const Event& to);

private:
    cudaEvent_t handle_ = nullptr;
};

/// Work in order, asynchronous. Independent of all other streams.
class Stream {
public:
    Stream();
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    /// Waits until all work is done; reports errors of kernels.
    void wait();
    cudaStream_t handle() const { return handle_; }

    const std::atomic<bool>* stop = nullptr;  ///< set to make launches throw `Cancelled`
    std::string_view phase;                   ///< phase that the work belongs to, for messages
    std::string_view last_kernel;             ///< the last launched one: the most likely cause of an error reported later
    std::vector<Event> spare_events;          ///< Run takes events from here, so that none is created while something is timed

private:
    cudaStream_t handle_ = nullptr;
};

/// Throws when `status` is a failure: "what: reason (kernel k, phase p)"; device Error, memory Error when memory ran out.
void check(cudaError_t status, std::string_view what, const Stream* stream = nullptr);

/// NVTX, seen by Nsight; nearly free without it.
void push_range(const char* name);
void pop_range();

// Untyped parts of Buffer; memory.cu contains the only two functions that copy between host and device.
void* allocate(Stream&, std::size_t bytes, std::string_view what_for);
void release(cudaStream_t, void* memory, std::size_t bytes) noexcept;
void copy_from_host(cudaStream_t, void* to, const void* from, std::size_t bytes, const Stream* = nullptr);
void copy_to_host(cudaStream_t, void* to, const void* from, std::size_t bytes, const Stream* = nullptr);
void copy_on_device(Stream&, void* to, const void* from, std::size_t bytes);
void fill_bytes(Stream&, void* memory, unsigned char byte, std::size_t bytes);

/// `size` elements in the device's memory, not initialised, allocated and freed in stream order. Must not outlive its stream. Move only.
template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Buffer() = default;
    Buffer(Stream& stream, std::size_t size, std::string_view what_for)
        : data_(static_cast<T*>(allocate(stream, size * sizeof(T), what_for))), size_(size), stream_(stream.handle()) {}
    Buffer(Buffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)), stream_(other.stream_) {}
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(stream_, other.stream_);
        return *this;
    }
    ~Buffer() { release(stream_, data_, size_ * sizeof(T)); }

    T* data() const { return data_; }
    std::size_t size() const { return size_; }
    /// Copies `values.size()` elements to the start; pageable memory may be changed at once, pinned memory after `stream.wait()`.
    void from_host(Stream& stream, std::span<const T> values) {
        copy_from_host(stream.handle(), data_, values.data(), values.size_bytes(), &stream);
    }
    /// Copies `values.size()` elements from the start and waits for them.
    void to_host(Stream& stream, std::span<T> values) const {
        copy_to_host(stream.handle(), values.data(), data_, values.size_bytes(), &stream);
        stream.wait();
    }
    /// Copies `bytes` of the device's memory to the start.
    void from_device(Stream& stream, const void* from, std::size_t bytes) { copy_on_device(stream, data_, from, bytes); }
    /// Copies `bytes` from the start to another place in the device's memory.
    void to_device(Stream& stream, void* to, std::size_t bytes) const { copy_on_device(stream, to, data_, bytes); }
    /// Sets every byte.
    void fill_bytes(Stream& stream, unsigned char byte) { cuda::fill_bytes(stream, data_, byte, size_ * sizeof(T)); }
    void zero(Stream& stream) { fill_bytes(stream, 0); }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
    cudaStream_t stream_ = nullptr;
};

/// A word that kernels set, in the host's memory: reading it after Stream::wait() costs no copy.
class Flag {
public:
    Flag();
    ~Flag();
    Flag(const Flag&) = delete;
    Flag& operator=(const Flag&) = delete;
    unsigned* on_device() const { return word_; }  ///< 0 until a kernel stores another value
    /// Whether it was set since the last call; clears it.
    bool take() { return std::exchange(*word_, 0u) != 0; }

private:
    unsigned* word_ = nullptr;
};

// Untyped parts of launch.
void before_launch(Stream&, const char* kernel, const void* function, const Shape&);
void after_launch(Stream&, cudaError_t, const Shape&);

/// Runs a kernel over every thread of `shape`. An empty grid or block runs nothing.
template <class... P, class... A>
void launch(Stream& stream, Shape shape, NamedKernel<P...> kernel, A&&... arguments) {
    static_assert(sizeof...(P) == sizeof...(A), "as many arguments as the kernel has parameters");
    static_assert((std::is_trivially_copyable_v<P> && ...) && (!std::is_reference_v<P> && ...), "kernel parameters are plain values");
    if (!shape.grid.x || !shape.grid.y || !shape.grid.z || !shape.block.x || !shape.block.y || !shape.block.z) return;
    before_launch(stream, kernel.name, reinterpret_cast<const void*>(kernel.function), shape);
    cudaLaunchConfig_t config{};
    config.gridDim = shape.grid;
    config.blockDim = shape.block;
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = stream.handle();
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    if (shape.start == Start::early) {
        config.attrs = &early;
        config.numAttrs = 1;
    }
    after_launch(stream, cudaLaunchKernelEx(&config, kernel.function, static_cast<P>(arguments)...), shape);
}

/// A CUDA graph: work that was captured from a stream, to be launched again at once.
class CapturedGraph {
public:
    CapturedGraph() = default;
    ~CapturedGraph() { release_graph(); }
    CapturedGraph(const CapturedGraph&) = delete;
    CapturedGraph& operator=(const CapturedGraph&) = delete;
    bool ready() const { return graph_ != nullptr; }
    void release_graph() noexcept;
    /// Starts capturing work given to the stream, instead of running it. False if launches must be waited for one by one.
    bool begin(Stream&);
    /// False if something cannot be captured: then nothing has run.
    bool end(Stream&);
    void launch(Stream&) const;

private:
    cudaGraphExec_t graph_ = nullptr;
    std::string_view last_kernel_;
};

/// A sequence of launches that is repeated, run as one graph: if kernels are short, launching takes longer than running. `Key` is what the
/// launches depend on.
template <class Key>
class Replay {
public:
    /// Calls launches(), which must only launch and copy inside the device, and allocate nothing. From the third consecutive call with the
    /// same key on, runs the captured graph instead.
    template <class F>
    void run(Stream& stream, const Key& key, F launches) {
        if (!(key == key_)) recording_.release_graph(), key_ = key, times_ = 0;
        if (!recording_.ready()) {
            if (++times_ != times_before_recording || !recording_.begin(stream)) return launches();
            try {
                launches();
            } catch (...) {
                if (recording_.end(stream)) recording_.release_graph();
                throw;
            }
            if (!recording_.end(stream)) return launches();
        }
        recording_.launch(stream);
    }

private:
    static constexpr int times_before_recording = 3;  ///< capturing takes as long as dozens of launches
    Key key_{};
    int times_ = 0;
    CapturedGraph recording_;
};

}  // namespace neighborscope::cuda
