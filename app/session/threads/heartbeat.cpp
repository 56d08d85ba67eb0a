#include "app/session/threads/heartbeat.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>

namespace neighborscope {

Heartbeat::Heartbeat() {
    const char* const path = std::getenv("NEIGHBORSCOPE_HEARTBEAT");
    if (path && *path) file_.reset(std::fopen(path, "w"));
    started_ = written_at_ = Clock::now();
    begin();
}

double Heartbeat::processor_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * double(now.tv_sec) + 1e-6 * double(now.tv_nsec);
}

void Heartbeat::begin() {
    if (!file_) return;
    began_ = Clock::now();
    processor_at_begin_ = processor_milliseconds();
}

void Heartbeat::end(double waiting_milliseconds) {
    if (!file_) return;
    const auto now = Clock::now();
    const double turn = std::chrono::duration<double, std::milli>(now - began_).count() - waiting_milliseconds;
    if (turn > longest_) longest_ = turn, longest_processor_ = processor_milliseconds() - processor_at_begin_;
    if (now - written_at_ < std::chrono::seconds(1)) return;
    std::fprintf(file_.get(), "%.2f %.1f %.1f\n", std::chrono::duration<double>(now - started_).count(), longest_, longest_processor_);
    std::fflush(file_.get());
    written_at_ = now;
    longest_ = longest_processor_ = 0;
}

}  // namespace neighborscope
