// Stream, Event, Buffer and launch on the host device: every operation runs immediately, on the calling thread.
#pragma once
#include "gpu/device/host/memory.hpp"
#include "gpu/device/host/simt.hpp"

#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

namespace neighborscope::host {

class Stream;

/// A point in time of a stream.
class Event {
public:
    void record(Stream&) { nanoseconds_ = global_nanoseconds(); }
    void wait() const {}
    static double milliseconds(const Event& from, const Event& to) { return double(to.nanoseconds_ - from.nanoseconds_) * 1e-6; }

private:
    unsigned long long nanoseconds_ = 0;
};

/// Work in order. On the host nothing is ever pending.
class Stream {
public:
    Stream() = default;
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    void wait() {}

    const std::atomic<bool>* stop = nullptr;  ///< set to make launches end early with `Cancelled`
    std::string_view phase;                   ///< phase that the work belongs to, for messages
    std::vector<Event> spare_events;          ///< Run takes events from here, so that none is created while something is timed
};

/// Profilers' ranges exist on CUDA only.
inline void push_range(const char*) {}
inline void pop_range() {}

/// `size` elements in the device's memory, not initialised, freed in stream order. Move only.
template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Buffer() = default;
    Buffer(Stream&, std::size_t size, std::string_view what_for)
        : data_(static_cast<T*>(allocate(size * sizeof(T), what_for))), size_(size) {}
    Buffer(Buffer&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    Buffer& operator=(Buffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~Buffer() { release(data_, size_ * sizeof(T)); }

    T* data() const { return data_; }
    std::size_t size() const { return size_; }
    /// Copies `values.size()` elements to the start.
    void from_host(Stream&, std::span<const T> values) {
        if (!values.empty()) std::memcpy(data_, values.data(), values.size_bytes());
    }
    /// Copies `values.size()` elements from the start and waits for them.
    void to_host(Stream&, std::span<T> values) const {
        if (!values.empty()) std::memcpy(values.data(), data_, values.size_bytes());
    }
    /// Copies `bytes` of the device's memory to the start.
    void from_device(Stream&, const void* from, std::size_t bytes) {
        if (bytes) std::memcpy(static_cast<void*>(data_), from, bytes);
    }
    /// Copies `bytes` from the start to another place in the device's memory.
    void to_device(Stream&, void* to, std::size_t bytes) const {
        if (bytes) std::memcpy(to, data_, bytes);
    }
    /// Sets every byte.
    void fill_bytes(Stream&, unsigned char byte) {
        if (size_) std::memset(static_cast<void*>(data_), byte, size_ * sizeof(T));
    }
    void zero(Stream& stream) { fill_bytes(stream, 0); }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

/// A word that kernels set and the host reads after Stream::wait().
class Flag {
public:
    unsigned* on_device() { return &word_; }  ///< 0 until a kernel stores another value
    /// Whether it was set since the last call; clears it.
    bool take() { return std::exchange(word_, 0u) != 0; }

private:
    unsigned word_ = 0;
};

/// Runs a kernel over every thread of `shape`. An empty grid or block runs nothing.
template <class... P, class... A>
void launch(Stream& stream, Shape shape, NamedKernel<P...> kernel, A&&... arguments) {
    static_assert(sizeof...(P) == sizeof...(A), "as many arguments as the kernel has parameters");
    static_assert((std::is_trivially_copyable_v<P> && ...) && (!std::is_reference_v<P> && ...), "kernel parameters are plain values");
    struct Call {
        void (*function)(P...);
        std::tuple<P...> arguments;
    };
    const Call call{kernel.function, std::tuple<P...>(static_cast<P>(arguments)...)};
    run(
        {kernel.name, stream.phase, shape.grid, shape.block, shape.shared_bytes, stream.stop, shape.declared_bytes},
        [](const void* c) {
            const Call& one = *static_cast<const Call*>(c);
            std::apply(one.function, one.arguments);
        },
        &call);
}

/// The counterpart of CUDA's, which replays a recorded launch. Here the function is called every time.
template <class Key>
class Replay {
public:
    template <class F>
    void run(Stream&, const Key&, F launches) {
        launches();
    }
};

}  // namespace neighborscope::host
