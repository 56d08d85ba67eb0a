// Replays of one index that threads borrow, because each has an entry for each row of a graph.
#pragma once
#include "gpu/index/replay.hpp"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace neighborscope::stored {

class ReplayPool {
public:
    /// A replay that one thread uses. Goes back to the pool when it is destroyed. Pool and index must outlive it.
    class Borrowed {
    public:
        Borrowed(ReplayPool& pool, const StoredIndex& index) : pool_(pool), replay_(pool.take(index)) {}
        ~Borrowed() { pool_.give_back(std::move(replay_)); }
        Borrowed(const Borrowed&) = delete;
        Borrowed& operator=(const Borrowed&) = delete;
        IndexReplay* operator->() const { return replay_.get(); }
        IndexReplay& operator*() const { return *replay_; }

    private:
        ReplayPool& pool_;
        std::unique_ptr<IndexReplay> replay_;
    };
    /// Call it before another index is borrowed for.
    void clear() { free_.clear(); }
    std::size_t free_count() const { return free_.size(); }

private:
    std::unique_ptr<IndexReplay> take(const StoredIndex& index) {
        const std::lock_guard lock(mutex_);
        if (free_.empty()) return std::make_unique<IndexReplay>(index);
        std::unique_ptr<IndexReplay> replay = std::move(free_.back());
        free_.pop_back();
        return replay;
    }
    void give_back(std::unique_ptr<IndexReplay> replay) {
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(replay));
    }

    std::mutex mutex_;
    std::vector<std::unique_ptr<IndexReplay>> free_;
};

}  // namespace neighborscope::stored
