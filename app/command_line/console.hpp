// Standard output, and a progress bar on a terminal.
#pragma once
#include "app/command_line/signals.hpp"
#include "gpu/progress.hpp"

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace neighborscope::shell {

/// Writes to standard output. A reader that has seen enough (`| head`) is no error; a full disk is an input Error.
void print(std::string_view text);
/// Before the first `print` of a command line: nobody has gone yet.
void reset_printing();
/// From now on `print` is silent: standard output is a file that the command writes.
void reserve_standard_output_for_file();
/// From now on nothing but what is printed comes of the work: it stops, as by SIGPIPE, once nobody reads that. Progress bars look.
void stop_when_output_closes();

/// Text from files on a terminal: control characters become '?', so that a column's name cannot move the cursor.
std::string printable(std::string_view text);

/// A bar on standard error when that is a terminal, from 200 ms on; gone without a trace when it ends. Stops work that nobody reads of.
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
