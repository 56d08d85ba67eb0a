// Work cut into pieces, shared among the machine's cores, that reports progress and can be stopped.
#pragma once
#include "gpu/progress.hpp"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace neighborscope {

/// Calls `work(piece)` for every piece in [0, count), started in ascending order, on as many threads as there are cores; the
/// calling thread is one of them, and the only one that calls `progress`, in units of `unit` per piece. What the earliest
/// failing piece threw is thrown here once every thread has ended, so errors do not depend on timing. A piece must take a few
/// milliseconds at most: stopping waits for the pieces that have begun.
void parallel_pieces(std::size_t count, double unit, const Progress& progress, const std::function<void(std::size_t)>& work);

/// The same of pieces of which nobody knows how many there are: `next(piece)`, called by one thread at a time and in ascending order,
/// readies a piece and returns the work on it, which is done side by side with that on others; or nothing when there are no more. `report`
/// is called by the calling thread, now and then; it may throw to stop.
void parallel_stream(
    const Progress& progress, const std::function<std::function<void()>(std::size_t piece)>& next, const std::function<void()>& report);

/// Lets the pieces of one parallel_pieces do a part of their work one after another, in their order, while others are at the rest of
/// theirs: what can only be unpacked from its beginning is unpacked by whoever comes next.
class PieceSequencer {
public:
    explicit PieceSequencer(const std::atomic<bool>* stop) : stop_(stop) {}
    /// For another parallel_pieces.
    void restart();
    /// Does the work once all pieces before have done theirs; each piece once, none left out. What the work throws ends the turns: pieces
    /// that wait throw Cancelled, which parallel_pieces does not tell of, as an earlier piece failed.
    void take(std::size_t piece, const std::function<void()>& work);

private:
    const std::atomic<bool>* stop_;
    std::mutex mutex_;
    std::condition_variable next_changed_;
    std::size_t next_ = 0;
    bool failed_ = false;
};

/// Memory that pieces use one after another, so that the system is asked for it once a thread and not once a piece. Not initialised.
class BufferPool {
public:
    explicit BufferPool(std::size_t bytes) : bytes_(bytes) {}
    using Buffer = std::unique_ptr<char[], std::function<void(char*)>>;
    /// Given back when it goes; this must live as long.
    Buffer take();

private:
    std::size_t bytes_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<char[]>> free_;
};

}  // namespace neighborscope
