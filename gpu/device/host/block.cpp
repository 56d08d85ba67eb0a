// Runs a block from its first to its last thread, and its barriers.
#include "gpu/device/host/worker.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <thread>

namespace neighborscope::host {
namespace {

/// Bytes after the dynamic shared memory; a kernel that writes there gets an error when the block ends (with AddressSanitizer: at once).
constexpr std::size_t red_zone = 256;
constexpr int red_zone_value = 0xA5;

/// Releases all threads if the last one that the barrier waits for has arrived or ended.
NEIGHBORSCOPE_HOT void open_barrier_if_complete(Worker& w) {
    if (w.at_barrier == 0 || w.at_barrier != w.alive) return;
    const Thread* first = nullptr;
    for (Thread& thread : w.threads) {
        if (thread.wait != Wait::barrier) continue;
        if (!first) first = &thread;
        if (same_location(thread.where, first->where)) continue;
        std::string why = "thread " + to_text(first->index) + " is at another barrier, " + to_text(first->where);
        misuse(thread.what, thread.where, std::move(why));
    }
    if (w.job->stop_requested()) cancel_block();
    for (Thread& thread : w.threads) {
        if (thread.wait != Wait::barrier) continue;
        thread.wait = Wait::none;
        thread.result = w.barrier_votes;
        make_ready(w, &thread);
    }
    w.at_barrier = w.barrier_votes = 0;
    ++w.barriers;
    w.activity.beat();
}

/// Fails if lanes wait for the thread that has just ended: they would wait forever.
void fail_lanes_waiting_for_ended(Worker& w, const Thread& ended) {
    const Warp& warp = w.warps[ended.warp];
    for (int i = 0; i < warp.open; ++i) {
        if (!(warp.pending[i].mask >> ended.lane & 1)) continue;
        for (const Thread& thread : w.threads) {
            if (thread.warp != ended.warp || thread.wait != Wait::warp || !(warp.pending[i].arrived >> thread.lane & 1)) continue;
            make_current(w, const_cast<Thread*>(&thread));  // the message names the waiting thread
            std::string why = "lane " + std::to_string(ended.lane) + " of its mask has ended";
            misuse(thread.what, thread.where, std::move(why));
        }
    }
}

NEIGHBORSCOPE_HOT void run_next_thread(Worker& w) {
    if (w.job->stop_requested()) cancel_block();
    Thread& thread = w.threads[w.order[w.next_unstarted++]];
    thread.fiber = w.running;
    make_current(w, &thread);
    sanitizers::switch_strand(thread.strand);
    sanitizers::acquire(&w.begin_clock);
    bool failed = true;
    std::string why;  // empty unless failed: moved away before the stack is abandoned
    try {
        w.job->body(w.job->arguments);
        failed = false;
    } catch (const std::exception& exception) { why = exception.what(); } catch (...) {
        why = "an exception that is no std::exception";
    }
    if (failed) exception_in_kernel(std::move(why));
    sanitizers::release(&w.end_clock);
    thread.wait = Wait::ended;
    --w.alive;
    Warp& warp = w.warps[thread.warp];
    warp.alive &= ~(1u << thread.lane);
    w.activity.beat();
    if (warp.open) fail_lanes_waiting_for_ended(w, thread);
    open_barrier_if_complete(w);
}

/// The loop of every fiber: starts threads while there are any, then switches to waiting ones.
[[noreturn]] void fiber_loop() {
    Worker& w = *worker;  // a fiber stays with its OS thread
    for (;;) {
        if (any_unstarted(w)) {
            run_next_thread(w);
            if constexpr (sanitizers::thread) {
                // Two threads' locals at one address would look like a race: in this build no stack is used twice in a block.
                if (w.alive) {
                    if (Thread* thread = take_ready(w)) resume(w, thread);
                    else if (any_unstarted(w)) switch_to(take_idle(w));
                    else deadlock();
                    continue;
                }
            }
            if (any_unstarted(w) && !(w.job->seed && w.ring_count && (w.random() & 1))) continue;
        }
        w.idle.push_back(w.running);
        if (Thread* thread = take_ready(w)) {
            resume(w, thread);
        } else if (w.alive == 0) {
            switch_to(&w.main);
        } else if (any_unstarted(w)) {
            w.idle.pop_back();
        } else {
            deadlock();
        }
    }
}

void fiber_entry(boost::context::detail::transfer_t transferred) {
    Fiber::enter_first_time(transferred);
    fiber_loop();
}

/// Makes a stack for each thread, in case all of them wait.
void make_stacks(Worker& w, unsigned threads) {
    if (w.ring.size() != threads) {  // resized last: if memory runs out, the next call resumes
        while (w.strands.size() < threads) w.strands.push_back(sanitizers::make_strand());
        w.threads.resize(threads);
        for (std::size_t i = 0; i < threads; ++i) w.threads[i].strand = w.strands[i];
        w.warps.clear(), w.warps.resize((threads + 31) / 32);
        w.order.resize(threads);
        w.ring.assign(threads, nullptr);
    }
    const std::size_t stack_bytes = executor_options().stack_bytes * (sanitizers::address ? 4 : 1);  // AddressSanitizer's frames are larger
    if (w.stack_bytes != stack_bytes) {
        w.idle.clear();
        w.fibers.clear();
        w.stack_bytes = stack_bytes;
    }
    w.fibers.reserve(threads);
    w.idle.reserve(threads);
    while (w.fibers.size() < threads) {
        w.fibers.push_back(std::make_unique<Fiber>(stack_bytes, fiber_entry));
        w.idle.push_back(w.fibers.back().get());
    }
}

void make_arena(Worker& w, std::size_t bytes) {
    if (w.arena_bytes >= bytes + red_zone) return;
    constexpr std::size_t alignment = 128;
    const std::size_t larger = std::max<std::size_t>(48 * 1024, bytes) + red_zone;
    if (w.arena_memory) sanitizers::unpoison(w.arena, w.arena_bytes);
    w.arena_memory.reset(new std::byte[larger + alignment]);
    w.arena = w.arena_memory.get() + (alignment - reinterpret_cast<std::uintptr_t>(w.arena_memory.get()) % alignment);
    w.arena_bytes = larger;
}

void make_threads(Worker& w, const Launch& launch) {
    const unsigned n = unsigned(w.threads.size());
    for (Warp& warp : w.warps) warp.existing = warp.alive = unsigned(warp.open = 0);
    uint3 index;
    for (unsigned i = 0; i < n; ++i) {
        Thread& thread = w.threads[i];
        thread.index = index;
        thread.lane = i % 32;
        thread.warp = i / 32;
        thread.wait = Wait::none;
        thread.fiber = nullptr;
        w.warps[thread.warp].existing |= 1u << thread.lane;
        w.order[i] = i;
        if (++index.x < launch.block.x) continue;
        index.x = 0;
        if (++index.y < launch.block.y) continue;
        index.y = 0;
        ++index.z;
    }
    for (Warp& warp : w.warps) warp.alive = warp.existing;
    w.random.state = w.job->seed * 0x9E3779B97F4A7C15 + w.block_number;
    if (w.job->seed)
        for (unsigned i = n; i > 1; --i) std::swap(w.order[i - 1], w.order[w.random() % i]);
    w.next_unstarted = 0;
    w.alive = n;
    w.at_barrier = w.barrier_votes = w.ring_head = w.ring_count = 0;
}

void clear_shared_memory(Worker& w, std::size_t bytes) {
    sanitizers::unpoison(w.arena, w.arena_bytes);
#ifndef NDEBUG
    std::memset(w.arena, 0xFF, bytes);  // NaN, -1: makes reads of uninitialised memory visible
#endif
    std::memset(w.arena + bytes, red_zone_value, red_zone);
    sanitizers::poison(w.arena + bytes, w.arena_bytes - bytes);
}

bool red_zone_is_whole(const Worker& w) {
    if constexpr (sanitizers::address) return true;  // AddressSanitizer forbids reading it
    const std::byte* zone = w.arena + w.job->launch.shared_bytes;
    std::uint64_t expected = 0, different = 0;  // by words, and without memcmp, which ThreadSanitizer would observe
    std::memset(&expected, red_zone_value, sizeof expected);
    for (std::size_t i = 0; i < red_zone; i += sizeof expected) {
        std::uint64_t found = 0;
        std::memcpy(&found, zone + i, sizeof found);
        different |= found ^ expected;
    }
    return different == 0;
}

/// Restarts fibers with a used stack. For ThreadSanitizer, earlier work on it happened before later work.
void restart_fibers(Worker& w) {
    for (const Thread& thread : w.threads) {
        if (!sanitizers::thread || thread.wait == Wait::ended || !thread.fiber) continue;
        sanitizers::switch_strand(thread.strand);
        sanitizers::release(&w.end_clock);
    }
    sanitizers::switch_strand(w.main_strand);
    sanitizers::acquire(&w.end_clock);
    for (const auto& fiber : w.fibers) fiber->restart();
}

}  // namespace

void allocate_for_block(Worker& w, const Launch& launch) {
    make_stacks(w, launch.block.x * launch.block.y * launch.block.z);
    make_arena(w, launch.shared_bytes);
}

void run_block(Job& job, std::uint64_t number) {
    Worker& w = *worker;
    const Launch& launch = job.launch;
    w.job = &job;
    w.block_number = number;
    w.activity.block.store(number, std::memory_order_relaxed);
    blockIdx = {unsigned(number % launch.grid.x), unsigned(number / launch.grid.x % launch.grid.y),
        unsigned(number / launch.grid.x / launch.grid.y)};
    blockDim = launch.block;
    gridDim = launch.grid;
    make_threads(w, launch);
    clear_shared_memory(w, launch.shared_bytes);
    w.is_abandoned = false;
    w.error.clear();

    w.main_strand = sanitizers::current_strand();
    sanitizers::release(&w.begin_clock);
    w.running = &w.main;
    switch_to(take_idle(w));
    sanitizers::switch_strand(w.main_strand);
    sanitizers::acquire(&w.end_clock);

    if (!w.is_abandoned && !red_zone_is_whole(w)) report_overrun(w);
    if (w.is_abandoned) {
        if (w.error.empty()) job.cancelled = true;
        else job.fail(number, w.error);
        restart_fibers(w);
    }
    if (w.is_abandoned || sanitizers::thread) {
        w.idle.clear();
        for (const auto& fiber : w.fibers) w.idle.push_back(fiber.get());
    }
    w.job = nullptr;
}

int block_barrier(const char* what, bool predicate, location where) {
    Worker& w = *worker;
    Thread* self = w.current;
    self->what = what;
    self->where = where;
    self->wait = Wait::barrier;
    ++w.at_barrier;
    w.barrier_votes += predicate;
    char* clock = &w.barrier_clock[w.barriers & 1];
    sanitizers::release(clock);
    open_barrier_if_complete(w);
    wait_for_others();
    sanitizers::acquire(clock);
    return int(self->result);
}

void yield_thread(location where) {
    Worker& w = *worker;
    Thread* self = w.current;
    if (w.job->stop_requested()) cancel_block();
    if (w.activity.is_stalled.load(std::memory_order_relaxed)) {
        std::string why =
            "it waits for something that never comes: nothing else has happened for long, and a block cannot wait for a later one";
        misuse("__nanosleep", where, std::move(why));
    }
    make_ready(w, self);
    if (w.ring_count == 1 && !any_unstarted(w)) std::this_thread::yield();  // the thread waits for another block
    wait_for_others();
}

void* dynamic_shared_memory() { return worker->arena; }

void memory_fence() {
    // All fences use one address in ThreadSanitizer: that orders more than CUDA does, never less.
    static char clock = 0;
    sanitizers::release(&clock);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    sanitizers::acquire(&clock);
}

}  // namespace neighborscope::host
