// How long the window's thread stays away from its events: tests/soak.sh reads what is written here.
#pragma once
#include <chrono>
#include <cstdio>
#include <memory>

namespace neighborscope {

/// Writes a line for every second in which there was a turn to the file that NEIGHBORSCOPE_HEARTBEAT names: seconds since the start,
/// the longest turn of that second in milliseconds, and the processor's part of it. Does nothing without that name.
class Heartbeat {
public:
    Heartbeat();
    explicit operator bool() const { return file_ != nullptr; }
    void begin();                               ///< events have been taken
    void end(double waiting_milliseconds = 0);  ///< and will be again; milliseconds that were no work

private:
    using Clock = std::chrono::steady_clock;
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    static double processor_milliseconds();  ///< of this thread

    std::unique_ptr<std::FILE, Close> file_;
    Clock::time_point started_, began_, written_at_;
    double processor_at_begin_ = 0;  ///< when the turn began
    double longest_ = 0, longest_processor_ = 0;
};

}  // namespace neighborscope
