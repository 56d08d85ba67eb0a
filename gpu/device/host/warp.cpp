// Shuffles, votes and __syncwarp: lanes meet under a mask, and the last to arrive gives every lane its result. Then no lane reads the
// meeting's data, so lanes may continue to the next meeting.
#include "gpu/device/host/worker.hpp"

#include <bit>
#include <cstring>

namespace neighborscope::host {
namespace {

NEIGHBORSCOPE_HOT unsigned bit(unsigned lane) { return 1u << lane; }

[[noreturn, gnu::cold, gnu::noinline]] void fail_lane_not_in_own_mask(const char* what, location where, unsigned lane) {
    std::string why = "the calling lane " + std::to_string(lane) + " is not in its own mask";
    misuse(what, where, std::move(why));
}

[[noreturn, gnu::cold, gnu::noinline]] void fail_lane_has_ended(const char* what, location where, unsigned ended) {
    std::string why = "lane " + std::to_string(std::countr_zero(ended)) + " of its mask has ended";
    misuse(what, where, std::move(why));
}

[[noreturn, gnu::cold, gnu::noinline]] void fail_different_operation(const char* what, location where, const char* theirs) {
    std::string why = std::string("other lanes of the mask wait in ") + theirs;
    misuse(what, where, std::move(why));
}

[[noreturn, gnu::cold, gnu::noinline]] void overlapping_masks(const char* what, location where, unsigned lane) {
    std::string why = "lane " + std::to_string(lane) + " waits under another mask that this lane is in too";
    misuse(what, where, std::move(why));
}

[[noreturn, gnu::cold, gnu::noinline]] void absent_source(
    const char* what, location where, unsigned lane, int source, const char* because) {
    std::string why = "lane " + std::to_string(lane) + " reads lane " + std::to_string(source) + ", which " + because;
    misuse(what, where, std::move(why));
}

/// The meeting for the calling lane's mask: the pending one, or a new one.
NEIGHBORSCOPE_HOT Rendezvous& meet(Worker& w, const char* what, unsigned mask, location where) {
    Thread* self = w.current;
    Warp& warp = w.warps[self->warp];
    if (!(mask & bit(self->lane))) fail_lane_not_in_own_mask(what, where, self->lane);
    self->what = what;
    self->where = where;
    for (int i = 0; i < warp.open; ++i) {
        Rendezvous& meeting = warp.pending[i];
        if (meeting.mask == mask) {
            if (meeting.what != what && std::strcmp(meeting.what, what) != 0) fail_different_operation(what, where, meeting.what);
            return meeting;
        }
        if (meeting.mask & bit(self->lane)) overlapping_masks(what, where, unsigned(std::countr_zero(meeting.arrived)));
    }
    const unsigned awaited = mask & warp.existing;
    if (awaited & ~warp.alive) fail_lane_has_ended(what, where, awaited & ~warp.alive);
    Rendezvous& meeting = warp.pending[warp.open++];
    meeting.mask = mask;
    meeting.awaited = awaited;
    meeting.arrived = meeting.votes = 0;
    meeting.what = what;
    meeting.clock = &warp.clock[warp.meetings++ % std::size(warp.clock)];
    return meeting;
}

/// Waits for the other lanes; `deliver(lane)` is the result of a lane. `orders`: whether memory is ordered too.
template <bool orders = false, class Deliver>
NEIGHBORSCOPE_HOT std::uint64_t arrive(Worker& w, Rendezvous& meeting, Deliver deliver) {
    Thread* self = w.current;
    char* clock = meeting.clock;
    if constexpr (orders) sanitizers::release(clock);
    meeting.arrived |= bit(self->lane);
    if (meeting.arrived == meeting.awaited) {
        if (w.job->stop_requested()) cancel_block();
        w.activity.beat();
        const bool at_random = w.job->seed != 0;  // then the last to arrive may have to wait, too
        Thread* lanes = &w.threads[self->warp * 32];
        for (unsigned left = meeting.awaited; left; left &= left - 1) {
            const unsigned lane = unsigned(std::countr_zero(left));
            lanes[lane].result = deliver(lane);
            if (&lanes[lane] == self && !at_random) continue;
            lanes[lane].wait = Wait::none;
            make_ready(w, &lanes[lane]);
        }
        Warp& warp = w.warps[self->warp];
        Rendezvous& last = warp.pending[--warp.open];
        if (&meeting != &last) meeting = last;
        if (at_random) wait_for_others();
    } else {
        self->wait = Wait::warp;
        wait_for_others();
    }
    if constexpr (orders) sanitizers::acquire(clock);
    return self->result;
}

}  // namespace

std::uint64_t warp_shuffle(const char* what, unsigned mask, std::uint64_t value, int source, location where) {
    Worker& w = *worker;
    Rendezvous& meeting = meet(w, what, mask, where);
    const unsigned lane = w.current->lane;
    if (!(mask >> source & 1)) absent_source(what, where, lane, source, "is not in the mask");
    if (!(meeting.awaited >> source & 1)) absent_source(what, where, lane, source, "the block does not have");
    meeting.value[lane] = value;
    meeting.source[lane] = std::int8_t(source);
    return arrive(w, meeting, [&meeting](unsigned l) { return meeting.value[std::uint8_t(meeting.source[l])]; });
}

unsigned warp_ballot(const char* what, unsigned mask, bool predicate, location where) {
    Worker& w = *worker;
    Rendezvous& meeting = meet(w, what, mask, where);
    if (predicate) meeting.votes |= bit(w.current->lane);
    return unsigned(arrive(w, meeting, [&meeting](unsigned) { return meeting.votes; }));
}

unsigned warp_greatest(const char* what, unsigned mask, unsigned value, location where) {
    Worker& w = *worker;
    Rendezvous& meeting = meet(w, what, mask, where);
    if (meeting.votes < value) meeting.votes = value;
    return unsigned(arrive(w, meeting, [&meeting](unsigned) { return meeting.votes; }));
}

unsigned warp_match(const char* what, unsigned mask, std::uint64_t value, location where) {
    Worker& w = *worker;
    Rendezvous& meeting = meet(w, what, mask, where);
    meeting.value[w.current->lane] = value;
    return unsigned(arrive(w, meeting, [&meeting](unsigned lane) {
        unsigned equal = 0;
        for (unsigned left = meeting.awaited; left; left &= left - 1) {
            const unsigned other = unsigned(std::countr_zero(left));
            if (meeting.value[other] == meeting.value[lane]) equal |= bit(other);
        }
        return equal;
    }));
}

void warp_barrier(unsigned mask, location where) {
    Worker& w = *worker;
    Rendezvous& meeting = meet(w, "__syncwarp", mask, where);
    arrive<true>(w, meeting, [](unsigned) { return std::uint64_t(0); });
}

}  // namespace neighborscope::host
