// Distributes blocks over OS threads, and run(): one launch from its checks to its error.
#include "gpu/device/backend.hpp"
#include "gpu/device/host/available_memory.hpp"
#include "gpu/device/host/worker.hpp"
#include "gpu/error.hpp"
#include "gpu/start_threads.hpp"

#include <algorithm>
#include <condition_variable>
#include <new>
#include <thread>

namespace neighborscope::host {

Worker::Worker() = default;

Worker::~Worker() {
    for (void* strand : strands) sanitizers::drop_strand(strand);
    if (arena) sanitizers::unpoison(arena, arena_bytes);
}

namespace {

Worker& this_threads_worker() {
    static thread_local Worker mine;
    return *(worker = &mine);
}

/// Runs blocks until there are none. After a failure only lower blocks still run, so that the error is that of the lowest failing block,
/// whatever the order and the number of workers. False if there is no memory for a block: none was run.
bool work(Job& job) {
    Worker& w = this_threads_worker();
    try {
        allocate_for_block(w, job.launch);
    } catch (const std::bad_alloc&) {
        w.idle.clear();
        w.fibers.clear();
        return false;
    }
    const std::uint64_t before = w.activity.beats.load(std::memory_order_relaxed);
    watch(w, job);
    while (!job.cancelled) {
        if (job.stop_requested()) {
            job.cancelled = true;
            break;
        }
        const std::uint64_t i = job.next.fetch_add(1, std::memory_order_relaxed);
        if (i >= job.blocks) break;
        const std::uint64_t number = job.order.empty() ? i : job.order[i];
        if (number < job.lowest_failed.load(std::memory_order_relaxed)) run_block(job, number);
    }
    unwatch(w);
    job.events.fetch_add(w.activity.beats.load(std::memory_order_relaxed) - before, std::memory_order_relaxed);
    return true;
}

[[noreturn]] void throw_no_memory_for_block(const Launch& launch) {
    const std::size_t threads = std::size_t(launch.block.x) * launch.block.y * launch.block.z;
    throw_out_of_memory(
        "host", "a block of " + describe_kernel(launch), threads * Fiber::mapped_bytes(executor_options().stack_bytes), available_memory());
}

/// Threads kept between launches. One launch at a time; the launching thread works too. A worker without memory for a block leaves the
/// work to the others.
class Pool {
public:
    Pool() { set_minimum_thread_stack(); }
    ~Pool() {
        {
            const std::lock_guard lock(mutex_);
            stop_ = true;
        }
        wake_.notify_all();
        for (std::thread& thread : threads_) thread.join();
    }

    void run(Job& job, unsigned helpers) {
        const std::lock_guard one_launch(launch_);
        if (helpers) {
            const std::lock_guard lock(mutex_);
            start_threads(threads_, helpers, [this] { loop(); });
            job_ = &job;
            wanted_ = helpers = unsigned(std::min<std::size_t>(helpers, threads_.size()));
        }
        if (helpers == 1) wake_.notify_one();
        else if (helpers) wake_.notify_all();
        const bool worked = work(job);
        if (helpers) {
            std::unique_lock lock(mutex_);
            if (worked) wanted_ = 0;  // workers still asleep are no longer needed: a small launch does not wait for them
            done_.wait(lock, [this] { return wanted_ == 0 && busy_ == 0; });
        }
        if (!worked && job.next == 0 && !job.cancelled) throw_no_memory_for_block(job.launch);
    }

private:
    void loop() {
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [this] { return stop_ || wanted_ > 0; });
            if (stop_) return;
            --wanted_;
            ++busy_;
            Job& job = *job_;
            lock.unlock();
            work(job);
            lock.lock();
            if (--busy_ == 0) done_.notify_one();
        }
    }

    std::mutex launch_, mutex_;
    std::condition_variable wake_, done_;
    std::vector<std::thread> threads_;
    Job* job_ = nullptr;
    unsigned wanted_ = 0, busy_ = 0;
    bool stop_ = false;
};

Pool& pool() {
    static Pool one;
    return one;
}

std::vector<std::uint32_t> random_order(std::uint64_t blocks, std::uint64_t seed) {
    std::vector<std::uint32_t> order(blocks);
    for (std::uint64_t i = 0; i < blocks; ++i) order[i] = std::uint32_t(i);
    Random random{seed};
    for (std::uint64_t i = blocks; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    return order;
}

/// Checks CUDA's limits, so that a kernel that runs here also runs there.
void check_shape(const Launch& launch, std::uint64_t threads) {
    const auto refuse = [&](const std::string& why) { throw Error(Failure::device, describe_kernel(launch) + ": " + why); };
    if (threads > most_threads) refuse(std::to_string(threads) + " threads a block, at most " + std::to_string(most_threads));
    if (launch.block.z > 64) refuse("a block " + std::to_string(launch.block.z) + " threads deep, at most 64");
    if (launch.shared_bytes + launch.declared_bytes > shared_bytes_of_block())
        throw_too_much_shared_memory(describe_kernel(launch), launch.shared_bytes, launch.declared_bytes, shared_bytes_of_block());
    if (launch.grid.x > 0x7FFFFFFFu || launch.grid.y > 65535 || launch.grid.z > 65535)
        refuse("a grid of (" + std::to_string(launch.grid.x) + "," + std::to_string(launch.grid.y) + "," + std::to_string(launch.grid.z) +
               ") blocks, at most (2147483647,65535,65535)");
}

}  // namespace

ExecutorOptions& executor_options() {
    static ExecutorOptions options;
    return options;
}

void run(const Launch& launch, ThreadBody body, const void* arguments) {
    const std::uint64_t blocks = std::uint64_t(launch.grid.x) * launch.grid.y * launch.grid.z;
    const std::uint64_t threads = std::uint64_t(launch.block.x) * launch.block.y * launch.block.z;
    if (blocks == 0 || threads == 0) return;
    check_shape(launch, threads);
    if (worker && worker->job) throw Error(Failure::device, describe_kernel(launch) + ": launched by a kernel");
    const std::uint64_t seed = executor_options().order_seed;
    Job job{.launch = launch, .body = body, .arguments = arguments, .seed = seed, .blocks = blocks};
    if (seed) job.order = random_order(blocks, seed);
    unsigned workers = executor_options().workers;
    if (workers == 0) workers = std::max(1u, std::thread::hardware_concurrency());
    pool().run(job, unsigned(std::min<std::uint64_t>(workers, blocks)) - 1);
    if (!job.error.empty()) throw Error(Failure::device, job.error);
    if (job.cancelled) throw Cancelled{};
    if (executor_options().launched) executor_options().launched(launch, job.events);
}

}  // namespace neighborscope::host
