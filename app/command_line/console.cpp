#include "app/command_line/console.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace neighborscope::shell {
namespace {

std::atomic<bool> stop_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");
volatile std::sig_atomic_t last_signal = 0;
bool reader_gone = false;

void on_signal(int signal) {
    last_signal = signal;
    stop_flag.store(true, std::memory_order_relaxed);
}

struct sigaction handle(int signal, void (*handler)(int), int flags) {
    struct sigaction now = {}, before = {};
    now.sa_handler = handler;
    now.sa_flags = flags;
    sigemptyset(&now.sa_mask);
    sigaction(signal, &now, &before);
    return before;
}

}  // namespace

void print(std::string_view text) {
    if (reader_gone) return;
    std::clearerr(stdout);
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
    if (errno != EPIPE) throw Error(Failure::input, std::string("standard output cannot be written: ") + std::strerror(errno));
    reader_gone = true;
}

std::string printable(std::string_view text) {
    std::string safe(text);
    for (char& c : safe)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    return safe;
}

Signals::Signals() {
    stop_flag = false;
    last_signal = 0;
    reader_gone = false;
    interrupt_ = handle(SIGINT, on_signal, int(SA_RESETHAND));
    terminate_ = handle(SIGTERM, on_signal, int(SA_RESETHAND));
    pipe_ = handle(SIGPIPE, SIG_IGN, 0);
}

Signals::~Signals() {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGTERM, &terminate_, nullptr);
    sigaction(SIGPIPE, &pipe_, nullptr);
}

void Signals::let_go() {
    handle(SIGINT, SIG_DFL, 0);
    handle(SIGTERM, SIG_DFL, 0);
}

const std::atomic<bool>& Signals::stop() { return stop_flag; }

int Signals::exit_status() { return 128 + (last_signal ? int(last_signal) : SIGINT); }

ProgressBar::ProgressBar(const std::string& title)
    : title_(printable(title)), terminal_(isatty(STDERR_FILENO) == 1), began_(std::chrono::steady_clock::now()), shown_(began_) {}

ProgressBar::~ProgressBar() {
    if (drawn_) std::fputs("\r\x1b[K", stderr);
}

Progress ProgressBar::progress() {
    Progress progress;
    progress.stop = &Signals::stop();
    if (terminal_) progress.report = [this](double done, double total) { show(done, total); };
    return progress;
}

void ProgressBar::show(double done, double total) {
    using namespace std::chrono_literals;
    std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - began_ < 200ms || (drawn_ && now - shown_ < 100ms)) return;
    shown_ = now;
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
