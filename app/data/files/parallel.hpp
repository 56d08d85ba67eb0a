// Work cut into pieces and shared among the cores, with progress and cancellation.
#pragma once
#include "gpu/progress.hpp"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace neighborscope {

/// Calls `work(piece)` for every piece in [0, count), started in ascending order, on as many threads as there are cores. The calling thread
/// is one of them, and the only one that calls `progress`, in units of `unit` per piece. Once every thread has ended, throws what the
/// earliest failing piece threw, so errors do not depend on timing. A piece must take at most a few milliseconds: cancellation waits for
/// the pieces that have begun.
void parallel_pieces(std::size_t count, double unit, const Progress& progress, const std::function<void(std::size_t)>& work);

/// The same for an unknown number of pieces: `next(piece)`, called by one thread at a time and in ascending order, prepares a piece and
/// returns the work on it, which runs in parallel with others; or nothing after the last piece. The calling thread calls `report` from time
/// to time; it may throw to stop.
void parallel_stream(
    const Progress& progress, const std::function<std::function<void()>(std::size_t piece)>& next, const std::function<void()>& report);

/// Lets the pieces of one parallel_pieces do a part of their work in order, one after another, while others do the rest of theirs in
/// parallel. Used for streams that can only be unpacked from the beginning.
class PieceSequencer {
public:
    explicit PieceSequencer(const std::atomic<bool>* stop) : stop_(stop) {}
    /// Prepares for another parallel_pieces.
    void restart();
    /// Does the work after all earlier pieces have done theirs; call it exactly once per piece. If the work throws, waiting pieces throw
    /// Cancelled; parallel_pieces then reports the error of the earlier piece.
    void take(std::size_t piece, const std::function<void()>& work);

private:
    const std::atomic<bool>* stop_;
    std::mutex mutex_;
    std::condition_variable next_changed_;
    std::size_t next_ = 0;
    bool failed_ = false;
};

/// Buffers that pieces reuse, so that memory is allocated once per thread and not once per piece. Not initialised.
class BufferPool {
public:
    explicit BufferPool(std::size_t bytes) : bytes_(bytes) {}
    using Buffer = std::unique_ptr<char[], std::function<void(char*)>>;
    /// The buffer returns to the pool when destroyed; the pool must outlive it.
    Buffer take();

private:
    std::size_t bytes_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<char[]>> free_;
};

}  // namespace neighborscope
