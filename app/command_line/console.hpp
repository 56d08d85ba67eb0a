// Standard output, and a progress bar on a terminal.
#pragma once
#include "app/command_line/signals.hpp"
#include "gpu/progress.hpp"

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>

namespace neighborscope::shell {

/// Writes to standard output. A reader that stops early (`| head`) is not an error; a full disk is an input Error.
void print(std::string_view text);
/// Call before the first `print` of a command line: resets the state of a closed reader.
void reset_printing();
/// Makes `print` silent from now on: standard output is a file that the command writes.
void reserve_standard_output_for_file();
/// Work stops, as by SIGPIPE, when the reader of standard output has gone, since printing is its only result. Progress bars check this.
void stop_when_output_closes();

/// Replaces control characters in text from files by '?', so that a column's name cannot move the terminal's cursor.
std::string printable(std::string_view text);

/// A progress bar on standard error if that is a terminal, shown after 200 ms and erased at the end. Stops work when its reader has gone.
class ProgressBar {
public:
    explicit ProgressBar(const std::string& title);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    /// A Progress for long work, which may report from several threads. Valid while this lives.
    Progress progress();

private:
    void show(double done, double total);

    std::string title_;
    bool terminal_, drawn_ = false;
    std::mutex mutex_;
    std::chrono::steady_clock::time_point began_, shown_;
};

}  // namespace neighborscope::shell
