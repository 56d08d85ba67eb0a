// A mutex with a queue, first come first served. Workers that measure hold it, since another search at the same time would distort times.
#pragma once
#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>

namespace neighborscope {

class FairMutex {
public:
    /// Waits for the mutex and returns a handle that unlocks it when it is destroyed. Returns null when `stop` was requested first, after
    /// end(), and without a mutex.
    static std::shared_ptr<void> wait(const std::shared_ptr<FairMutex>& mutex, const std::stop_token& stop = {}) {
        if (!mutex) return nullptr;
        std::unique_lock lock(mutex->mutex_);
        const std::uint64_t mine = mutex->next_++;
        mutex->waiting_.push_back(mine);
        const bool called = mutex->turn_came_.wait(lock, stop, [&] { return mutex->ended_ || mutex->waiting_.front() == mine; });
        if (!called || mutex->ended_) {
            mutex->leave(mine);
            return nullptr;
        }
        return {mutex.get(), [mutex, mine](void*) {
                    const std::lock_guard ended(mutex->mutex_);
                    mutex->leave(mine);
                }};
    }
    /// Ends all waiting, now and later.
    void end() {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        turn_came_.notify_all();
    }

private:
    void leave(std::uint64_t one) {
        waiting_.erase(std::find(waiting_.begin(), waiting_.end(), one));
        turn_came_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable_any turn_came_;
    std::deque<std::uint64_t> waiting_;  ///< the first holds the mutex
    std::uint64_t next_ = 0;
    bool ended_ = false;
};

}  // namespace neighborscope
