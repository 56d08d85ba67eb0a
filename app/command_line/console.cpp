#include "app/command_line/console.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <poll.h>
#include <unistd.h>

namespace neighborscope::shell {
namespace {

bool output_closed = false, stops_when_output_closes = false, output_is_file = false;

/// Whether the reader of standard output has closed it: known for pipes, sockets and terminals before anything is written.
bool is_output_closed() {
    pollfd out{STDOUT_FILENO, 0, 0};
    return poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP));
}

}  // namespace

void print(std::string_view text) {
    if (output_closed || output_is_file) return;
    std::clearerr(stdout);
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
    if (errno != EPIPE) throw Error(Failure::input, std::string("standard output cannot be written: ") + std::strerror(errno));
    output_closed = true;
}

std::string printable(std::string_view text) {
    std::string safe(text);
    for (char& c : safe)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    return safe;
}

void reset_printing() { output_closed = stops_when_output_closes = output_is_file = false; }

void reserve_standard_output_for_file() { output_is_file = true; }

void stop_when_output_closes() { stops_when_output_closes = true; }

ProgressBar::ProgressBar(const std::string& title)
    : title_(printable(title)), terminal_(isatty(STDERR_FILENO) == 1), began_(std::chrono::steady_clock::now()), shown_(began_) {
    if (stops_when_output_closes && is_output_closed()) Signals::request_stop(SIGPIPE);
}

ProgressBar::~ProgressBar() {
    if (drawn_) std::fputs("\r\x1b[K", stderr);
}

Progress ProgressBar::progress() {
    Progress progress;
    progress.stop = &Signals::stop();
    if (terminal_ || stops_when_output_closes) progress.report = [this](double done, double total) { show(done, total); };
    return progress;
}

void ProgressBar::show(double done, double total) {
    using namespace std::chrono_literals;
    std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_ < (now - began_ < 200ms ? 200ms : 100ms)) return;
    shown_ = now;
    if (stops_when_output_closes && is_output_closed()) Signals::request_stop(SIGPIPE);
    if (!terminal_) return;
    drawn_ = true;
    const double seconds = std::chrono::duration<double>(now - began_).count();
    if (!(total > 0)) {
        std::fprintf(stderr, "\r\x1b[K%s  %.1f s", title_.c_str(), seconds);
        return;
    }
    constexpr int width = 30;
    const double share = std::clamp(done / total, 0.0, 1.0);
    const int filled = int(share * width);
    const std::string bar = std::string(std::size_t(filled), '#') + std::string(std::size_t(width - filled), '-');
    std::fprintf(stderr, "\r\x1b[K%s  [%s] %3.0f %%  %.1f s", title_.c_str(), bar.c_str(), share * 100, seconds);
}

}  // namespace neighborscope::shell
