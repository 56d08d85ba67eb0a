// How much work one launch may do, so that a search can be cancelled in time: 5 ms on a GPU, 50 ms on the host.
#pragma once
#include "gpu/device/simt.hpp"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// Work of one launch, in terms (points x queries x dimensions); each point-query pair costs as much as 256 further terms.
/// Measured properties of the devices, the same for all methods: a multiprocessor of a current GPU does 2^28 in at most 5 ms,
/// a core on the host executor 2^22 in some 20 ms.
inline double work_per_launch() {
#if defined(__CUDACC__)
    constexpr double per_multiprocessor = 0x1p28;
#else
    constexpr double per_multiprocessor = 0x1p22;
#endif
    return per_multiprocessor * limits().multiprocessors;
}

inline double work_of_pair(int dimension) { return 256.0 + dimension; }

/// The same for kernels in which each thread computes its own pairs one after another without waiting: a pair costs as much as 16
/// further terms. No thread may do more than work_per_thread(), even if there are few threads.
inline double work_of_own_pair(int dimension) { return 16.0 + dimension; }
inline double work_per_thread() {
#if defined(__CUDACC__)
    return 0x1p19;
#else
    return 0x1p23;
#endif
}

/// The number of points so that `queries` x points is one launch's work, at least 1, at most `count`.
inline std::int64_t points_per_launch(std::int64_t count, std::int64_t queries, int dimension) {
    const double fit = work_per_launch() / (double(std::max<std::int64_t>(queries, 1)) * work_of_pair(dimension));
    return fit >= double(count) ? std::max<std::int64_t>(count, 1) : std::max<std::int64_t>(std::int64_t(fit), 1);
}

/// A buffer that only grows and is kept between answers, so that nothing is allocated while something is timed.
template <class T>
class Scratch {
public:
    T* at_least(Stream& stream, std::size_t size, std::string_view what_for) {
        if (size > buffer_.size()) {
            buffer_ = Buffer<T>();  // free the old memory before allocating
            buffer_ = Buffer<T>(stream, size, what_for);
        }
        return buffer_.data();
    }
    T* data() const { return buffer_.data(); }
    std::span<T> all() const { return {buffer_.data(), buffer_.size()}; }  ///< in the device's memory
    std::size_t bytes_held() const { return buffer_.size() * sizeof(T); }
    /// Sets every byte.
    void fill_bytes(Stream& stream, unsigned char byte) { buffer_.fill_bytes(stream, byte); }
    /// Copies `bytes` from the device's memory to the beginning.
    void from_device(Stream& stream, const void* from, std::size_t bytes) { buffer_.from_device(stream, from, bytes); }
    /// Copies the first elements and waits for them.
    void to_host(Stream& stream, std::span<T> values) const { buffer_.to_host(stream, values); }
    /// Bytes to allocate beyond those already held.
    std::size_t more_for(std::size_t size) const { return size > buffer_.size() ? size * sizeof(T) : 0; }

private:
    Buffer<T> buffer_;
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
