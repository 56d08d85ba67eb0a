// Ctrl-C, SIGTERM, a closed terminal, a closed pipe: asks work to stop, and ends the program if it does not.
#pragma once
#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

namespace neighborscope::shell {

/// While this lives, Ctrl-C, SIGTERM and SIGHUP set a flag that long work checks; a closed pipe and a file beyond the size limit are error
/// codes and do not end the program. Without an `ExitWatchdog` a second signal ends the program at once.
class Signals {
public:
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;
    static const std::atomic<bool>& stop();
    /// Sets the flag as a signal would: with SIGPIPE if the reader has gone.
    static void request_stop(int signal);
    /// For code that does not check the flag (a window): a signal ends the program at once.
    static void exit_at_once();
    /// Returns 130 after Ctrl-C, 143 after SIGTERM, 141 after the reader has gone.
    static int exit_status();

private:
    static constexpr int handled[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    struct sigaction before_[std::size(handled)];
};

/// While this lives, the program ends a quarter of a second after a signal, or at a second one, whatever it does: drawing and compressing
/// pictures do not check the flag, nor do libraries. Unfinished files are removed. One per program, created in main.
class ExitWatchdog {
public:
    ExitWatchdog();
    ~ExitWatchdog();
    ExitWatchdog(const ExitWatchdog&) = delete;
    ExitWatchdog& operator=(const ExitWatchdog&) = delete;
    /// Call when all work is done and saved: the program ends with this status within a tenth of a second.
    static void done(int status);

private:
    std::thread watch_;
};

}  // namespace neighborscope::shell
