#include "app/session/threads/heartbeat.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>

namespace neighborscope {

Heartbeat::Heartbeat() {
    const char* const path = std::getenv("NEIGHBORSCOPE_HEARTBEAT");
    if (path && *path) file_.reset(std::fopen(path, "w"));
    started_ = told_ = Clock::now();
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
    processor_ = processor_milliseconds();
}

void Heartbeat::end(double of_that_waiting) {
    if (!file_) return;
    const auto now = Clock::now();
    const double turn = std::chrono::duration<double, std::milli>(now - began_).count() - of_that_waiting;
    if (turn > longest_) longest_ = turn, of_longest_ = processor_milliseconds() - processor_;
    if (now - told_ < std::chrono::seconds(1)) return;
    std::fprintf(file_.get(), "%.2f %.1f %.1f\n", std::chrono::duration<double>(now - started_).count(), longest_, of_longest_);
    std::fflush(file_.get());
    told_ = now;
    longest_ = of_longest_ = 0;
}

}  // namespace neighborscope
