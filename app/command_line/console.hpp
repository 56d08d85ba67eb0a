// Standard output, a progress bar on a terminal, and Ctrl-C.
#pragma once
#include "gpu/progress.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <mutex>
#include <string>
#include <string_view>

namespace neighborscope::shell {

/// Writes to standard output. A reader that has seen enough (`| head`) is no error; a full disk is an input Error.
void print(std::string_view text);

/// Text from files on a terminal: control characters become '?', so that a column's name cannot move the cursor.
std::string printable(std::string_view text);

/// While it lives Ctrl-C and SIGTERM set a flag that long work looks at, and a closed pipe is an error code, not an end.
/// A second Ctrl-C ends the program at once.
class Signals {
public:
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;
    static const std::atomic<bool>& stop();
    /// For what looks at no flag (a window): Ctrl-C ends it.
    static void let_go();
    /// 130 after Ctrl-C, 143 after SIGTERM.
    static int exit_status();

private:
    struct sigaction interrupt_, terminate_, pipe_;
};

/// A bar on standard error when that is a terminal, from 200 ms on; gone without a trace when it ends.
class ProgressBar {
public:
    explicit ProgressBar(const std::string& title);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    /// To hand to long work; it may report from several threads. Valid while this lives.
    Progress progress();

private:
    void show(double done, double total);

    std::string title_;
    bool terminal_, drawn_ = false;
    std::mutex mutex_;
    std::chrono::steady_clock::time_point began_, shown_;
};

}  // namespace neighborscope::shell
