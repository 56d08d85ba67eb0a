// A thread for each device that shares a search. All memory of a device is allocated, used and freed by its thread.
#pragma once
#include "gpu/device/device.hpp"

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace neighborscope::shards {

/// Whether the calling thread belongs to one of several devices: what it prepares is for this device alone.
bool is_thread_of_rank();

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
    /// What a thread and its caller share, on a cache line of its own.
    struct alignas(64) Rank {
        std::atomic<unsigned> calls{0};  ///< number of the last work that it shall do
        std::exception_ptr thrown;       ///< by its last work
    };
    void serve(DeviceKind, int rank, int number);
    void run(const std::function<void(int rank)>&, int first, int end);
    template <class T>
    T wait_until_not(const std::atomic<T>&, T) const;
    void stop();

    bool looks_often_;  ///< whether threads that wait look again and again for a while before they sleep
    std::unique_ptr<Rank[]> ranks_;
    const std::function<void(int)>* work_ = nullptr;
    std::atomic<int> busy_{0};  ///< ranks that have not done their work
    std::atomic<bool> stop_{false};
    std::vector<std::thread> threads_;
};

}  // namespace neighborscope::shards
