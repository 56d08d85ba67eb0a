// A thread for each device that shares a search. All memory of a device is allocated, used and freed by its thread.
#pragma once
#include "gpu/device/device.hpp"

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace neighborscope::shards {

class RankWorkers {
public:
    /// Work of rank i is for the device with numbers[i].
    RankWorkers(DeviceKind, std::vector<int> numbers);
    ~RankWorkers();
    RankWorkers(const RankWorkers&) = delete;
    RankWorkers& operator=(const RankWorkers&) = delete;

    int ranks() const { return int(threads_.size()); }
    /// Calls work(rank) on every thread and waits for all. Then throws what the first failing rank threw; a failure comes before a
    /// cancellation.
    void each(const std::function<void(int rank)>& work);
    /// The same on one thread.
    void on(int rank, const std::function<void()>& work);

private:
    void serve(DeviceKind, int rank, int number);
    void run(const std::function<void(int rank)>&, int first, int end);

    std::mutex mutex_;
    std::condition_variable changed_;
    const std::function<void(int)>* work_ = nullptr;
    std::vector<char> waiting_;               ///< [ranks] whether the work is still to be done by this rank
    std::vector<std::exception_ptr> thrown_;  ///< [ranks]
    int busy_ = 0;
    bool stop_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace neighborscope::shards
