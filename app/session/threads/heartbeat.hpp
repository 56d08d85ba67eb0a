// Measures how long the window's thread does not handle events. tests/soak.sh reads the file.
#pragma once
#include <chrono>
#include <cstdio>
#include <memory>

namespace neighborscope {

/// Writes to the file named by NEIGHBORSCOPE_HEARTBEAT, at most once a second: seconds since the start, the longest iteration of the
/// event loop in that second in milliseconds, and the processor time of it. Does nothing without that variable.
class Heartbeat {
public:
    Heartbeat();
    explicit operator bool() const { return file_ != nullptr; }
    void begin();                               ///< an iteration begins
    void end(double waiting_milliseconds = 0);  ///< it ends; milliseconds of it that were waiting

private:
    using Clock = std::chrono::steady_clock;
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    static double processor_milliseconds();  ///< of this thread

    std::unique_ptr<std::FILE, Close> file_;
    Clock::time_point started_, began_, written_at_;
    double processor_at_begin_ = 0;  ///< processor time when the iteration began
    double longest_ = 0, longest_processor_ = 0;
};

}  // namespace neighborscope
