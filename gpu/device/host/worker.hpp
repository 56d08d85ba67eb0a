// The state of one OS thread that runs blocks, and the choice of the CUDA thread that runs next. Internal to the executor.
#pragma once
#include "gpu/device/host/executor.hpp"
#include "gpu/device/host/fiber.hpp"
#include "gpu/device/host/misuse.hpp"

#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace neighborscope::host {

/// splitmix64: small, seedable, good enough to shuffle.
struct Random {
    std::uint64_t state = 0;
    std::uint64_t operator()() {
        state += 0x9E3779B97F4A7C15;
        std::uint64_t z = state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
};

/// A running launch, shared by the workers.
struct Job {
    const Launch& launch;
    ThreadBody body;
    const void* arguments;
    std::uint64_t seed;
    std::uint64_t blocks;
    std::vector<std::uint32_t> order;  ///< of blocks; empty: ascending

    std::atomic<std::uint64_t> next{0};
    std::atomic<bool> cancelled{false};
    std::atomic<std::uint64_t> events{0};  ///< of blocks that were run: see ExecutorOptions::launched
    std::atomic<std::uint64_t> lowest_failed{std::numeric_limits<std::uint64_t>::max()};
    std::mutex mutex;   ///< of `error`
    std::string error;  ///< of block `lowest_failed`

    bool stop_requested() const { return launch.stop && launch.stop->load(std::memory_order_relaxed); }
    void fail(std::uint64_t block, const std::string& why) {
        const std::lock_guard lock(mutex);
        if (block >= lowest_failed.load()) return;
        lowest_failed = block;
        error = why;
    }
};

inline bool same_location(const location& a, const location& b) {
    return a.line == b.line && (a.file == b.file || std::string_view(a.file) == b.file);
}

enum class Wait : std::uint8_t { none, barrier, warp, ended };

/// A CUDA thread of the block being run.
struct Thread {
    uint3 index;
    Fiber* fiber = nullptr;
    unsigned lane = 0, warp = 0;
    Wait wait = Wait::none;
    std::uint64_t result = 0;  ///< of the shuffle, vote or barrier it waits in, written by the last to arrive
    const char* what = "";     ///< the operation it waits in, and where
    location where;
    void* strand = nullptr;  ///< for ThreadSanitizer
};

/// Lanes of a warp that meet under one mask. A warp can hold several, under disjoint masks.
struct Rendezvous {
    unsigned mask = 0;     ///< as the lanes gave it
    unsigned awaited = 0;  ///< the lanes of it that exist
    unsigned arrived = 0, votes = 0;
    const char* what = nullptr;
    char* clock = nullptr;
    std::uint64_t value[32];
    std::int8_t source[32];
};

struct Warp {
    unsigned existing = 0, alive = 0;  ///< lanes
    int open = 0;
    Rendezvous pending[32];  ///< an array, because nothing is allocated while fibers run
    unsigned meetings = 0;   ///< completed so far
    char clock[64] = {};     ///< addresses for ThreadSanitizer, one per meeting, used in turn
};

/// Written by the worker, read by the watchdog.
struct WorkerActivity {
    std::atomic<const Job*> job{nullptr};
    std::atomic<std::uint64_t> block{0};
    std::atomic<std::uint64_t> beats{0};  ///< threads ended, barriers and rendezvous completed
    std::atomic<bool> is_stalled{false};  ///< set by the watchdog
    void beat() { beats.store(beats.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }
};

struct Worker {
    Worker();
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    Job* job = nullptr;
    std::uint64_t block_number = 0;
    Random random;

    std::vector<Thread> threads;
    std::vector<void*> strands;  ///< of the largest block so far: ThreadSanitizer takes long to make one
    std::vector<Warp> warps;
    std::vector<unsigned> order;     ///< in which threads start
    std::size_t next_unstarted = 0;  ///< position in `order`
    unsigned alive = 0;              ///< threads that have not ended

    unsigned at_barrier = 0, barrier_votes = 0, barriers = 0;
    // Addresses for ThreadSanitizer's release and acquire. Barriers use two in turn: what a thread does on its way to the next barrier must
    // not be ordered before a thread that has not left the last one.
    char begin_clock = 0, end_clock = 0, barrier_clock[2] = {};

    std::vector<Thread*> ring;  ///< threads that can run: first in, first out, or in random order
    unsigned ring_head = 0, ring_count = 0;

    std::vector<std::unique_ptr<Fiber>> fibers;
    std::vector<Fiber*> idle;
    std::size_t stack_bytes = 0;  ///< of `fibers`
    Fiber main;                   ///< this OS thread's own stack
    void* main_strand = nullptr;  ///< and its object in ThreadSanitizer
    Fiber* running = nullptr;
    Thread* current = nullptr;

    std::unique_ptr<std::byte[]> arena_memory;
    std::byte* arena = nullptr;  ///< dynamic shared memory and the bytes behind it that must not change
    std::size_t arena_bytes = 0;

    bool is_abandoned = false;
    std::string error;  ///< empty when cancelled

    WorkerActivity activity;
    SignalStack signal_stack;
};

inline thread_local constinit Worker* worker = nullptr;

/// Allocates all memory for a block of this launch, before any fiber runs. Throws std::bad_alloc.
void allocate_for_block(Worker&, const Launch&);  // block.cpp
void run_block(Job&, std::uint64_t number);       ///< block.cpp, after allocate_for_block
void watch(Worker&, const Job&);                  ///< watchdog.cpp: from now until `unwatch`
void unwatch(Worker&);

// ---- Which thread runs next ---------------------------------------------------------------------------------------------------

NEIGHBORSCOPE_HOT void switch_to(Fiber* to) {
    Worker& w = *worker;
    Fiber::switch_from_to(w.running, to, w.running);
}

NEIGHBORSCOPE_HOT void make_current(Worker& w, Thread* thread) {
    w.current = thread;
    threadIdx = thread->index;
}

NEIGHBORSCOPE_HOT void resume(Worker& w, Thread* thread) {
    make_current(w, thread);
    sanitizers::switch_strand(thread->strand);
    if (thread->fiber != w.running) switch_to(thread->fiber);
}

NEIGHBORSCOPE_HOT void make_ready(Worker& w, Thread* thread) {
    unsigned at = w.ring_head + w.ring_count++;
    if (at >= w.ring.size()) at -= unsigned(w.ring.size());
    w.ring[at] = thread;
}

NEIGHBORSCOPE_HOT Thread* take_ready(Worker& w) {
    if (w.ring_count == 0) return nullptr;
    const unsigned size = unsigned(w.ring.size());
    if (w.job->seed) std::swap(w.ring[w.ring_head], w.ring[(w.ring_head + w.random() % w.ring_count) % size]);
    Thread* thread = w.ring[w.ring_head];
    if (++w.ring_head == size) w.ring_head = 0;
    --w.ring_count;
    return thread;
}

NEIGHBORSCOPE_HOT bool any_unstarted(const Worker& w) { return w.next_unstarted < w.order.size(); }

NEIGHBORSCOPE_HOT Fiber* take_idle(Worker& w) {
    Fiber* fiber = w.idle.back();
    w.idle.pop_back();
    return fiber;
}

/// Called when the current thread cannot continue, or, if it is ready, lets others run first. Returns when it is its turn again.
/// Threads not started yet go first, so that all of a block's threads reach the same point; with a seed, the choice is random.
NEIGHBORSCOPE_HOT void wait_for_others() {
    Worker& w = *worker;
    Thread* self = w.current;
    if (any_unstarted(w) && (w.ring_count == 0 || !w.job->seed || (w.random() & 1))) {
        switch_to(take_idle(w));
    } else if (Thread* thread = take_ready(w)) {
        if (thread != self) resume(w, thread);
    } else {
        deadlock();
    }
    make_current(w, self);
}

}  // namespace neighborscope::host
