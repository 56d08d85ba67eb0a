// Workers that measure take turns, first come first served: what runs beside a search would be measured with it.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

namespace neighborscope {

class Turns {
public:
    /// Waits until nobody else has the turn; it ends with what is returned.
    static std::shared_ptr<void> wait(const std::shared_ptr<Turns>& turns) {
        if (!turns) return nullptr;
        std::unique_lock lock(turns->mutex_);
        const std::uint64_t mine = turns->next_++;
        turns->called_.wait(lock, [&] { return turns->served_ == mine; });
        return {turns.get(), [turns](void*) {
                    const std::lock_guard ended(turns->mutex_);
                    ++turns->served_;
                    turns->called_.notify_all();
                }};
    }

private:
    std::mutex mutex_;
    std::condition_variable called_;
    std::uint64_t next_ = 0, served_ = 0;
};

}  // namespace neighborscope
