// Ctrl-C, SIGTERM, a terminal that goes, a reader that has gone: how work is asked to stop, and how the program ends when it does not.
#pragma once
#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

namespace neighborscope::shell {

/// While it lives Ctrl-C, SIGTERM and SIGHUP set a flag that long work looks at; a closed pipe and a file beyond the size that is allowed
/// are error codes, not an end. Without an `ExitWatchdog` a second signal ends the program at once.
class Signals {
public:
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;
    static const std::atomic<bool>& stop();
    /// As a signal would: for a reader that has gone, with SIGPIPE.
    static void request_stop(int signal);
    /// For what looks at no flag (a window): a signal ends it at once.
    static void exit_at_once();
    /// 130 after Ctrl-C, 143 after SIGTERM, 141 when nobody reads any longer.
    static int exit_status();

private:
    static constexpr int handled[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
    struct sigaction before_[std::size(handled)];
};

/// While it lives the program ends a quarter of a second after a signal, or at a second one, whatever it is at: drawing and packing of
/// pictures look at no flag, nor do libraries. What is unfinished is removed. One for the program, made in main.
class ExitWatchdog {
public:
    ExitWatchdog();
    ~ExitWatchdog();
    ExitWatchdog(const ExitWatchdog&) = delete;
    ExitWatchdog& operator=(const ExitWatchdog&) = delete;
    /// All is done and saved: the program ends, with this status, a tenth of a second later at the latest.
    static void done(int status);

private:
    std::thread watch_;
};

}  // namespace neighborscope::shell
