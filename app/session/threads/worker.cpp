#include "app/session/threads/worker.hpp"

#include "gpu/error.hpp"

#include <new>

namespace neighborscope {

ErrorCard card_of_current_exception() {
    try {
        throw;
    } catch (const Error& error) { return {error.what(), error.remedy, error.kind}; } catch (const std::bad_alloc&) {
        return {"not enough memory on the host", "choose smaller data or close other programs", Failure::memory};
    } catch (const std::exception& error) { return {error.what(), {}, Failure::device}; } catch (...) {
        return {"an unknown error", {}, Failure::device};
    }
}

void SharedProgress::begin(std::string title, std::string unit) {
    std::lock_guard lock(mutex_);
    card_ = ProgressCard{std::move(title), 0, 0, 0, std::move(unit)};
    began_ = shown_ = part_ = Clock::now();
}

void SharedProgress::end() {
    std::lock_guard lock(mutex_);
    card_.reset();
}

bool SharedProgress::report(double done, double total) {
    std::lock_guard lock(mutex_);
    if (!card_) return false;
    const auto now = Clock::now();
    if (total > 0) {
        if (done < card_->done || total != card_->total) part_ = now;
        card_->done = done;
        card_->total = total;
    }
    if (now - began_ < std::chrono::milliseconds(200) || now - shown_ < std::chrono::milliseconds(50)) return false;
    shown_ = now;
    return true;
}

std::optional<ProgressCard> SharedProgress::card() const {
    std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    if (!card_ || now - began_ < std::chrono::milliseconds(200)) return std::nullopt;
    ProgressCard card = *card_;
    card.seconds = std::chrono::duration<double>(now - part_).count();
    return card;
}

}  // namespace neighborscope
