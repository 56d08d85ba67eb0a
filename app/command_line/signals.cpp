#include "app/command_line/signals.hpp"

#include "app/data/files/output_file.hpp"
#include "gpu/start_threads.hpp"

#include <cerrno>
#include <ctime>
#include <semaphore.h>
#include <system_error>
#include <unistd.h>

namespace neighborscope::shell {
namespace {

constexpr long nanoseconds_to_end = 250'000'000, nanoseconds_once_done = 100'000'000;  // the system needs time to release gigabytes

std::atomic<bool> stop_flag{false}, watchdog_runs{false}, main_ended{false}, exits_at_once{false};
constexpr int not_done = -1;
std::atomic<int> status_once_done{not_done};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler reads and writes them");
volatile std::sig_atomic_t last_signal = 0;
sem_t signalled;  // posted by every signal, and when main ends

void on_signal(int signal) {
    last_signal = signal;
    stop_flag.store(true, std::memory_order_relaxed);
    const int error = errno;
    if (watchdog_runs) sem_post(&signalled);
    errno = error;
}

struct sigaction handle(int signal, void (*handler)(int), int flags) {
    struct sigaction now = {}, before = {};
    now.sa_handler = handler;
    now.sa_flags = flags;
    sigemptyset(&now.sa_mask);
    sigaction(signal, &now, &before);
    return before;
}

/// The thread that waits for signals.
void exit_after_signal() {
    while (sem_wait(&signalled) != 0) {}
    const bool done = status_once_done != not_done;
    if (!main_ended && (done || !exits_at_once)) {
        timespec until{};
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += done ? nanoseconds_once_done : nanoseconds_to_end;
        until.tv_sec += until.tv_nsec / 1'000'000'000;
        until.tv_nsec %= 1'000'000'000;
        while (sem_timedwait(&signalled, &until) != 0 && errno == EINTR) {}
    }
    if (main_ended) return;
    remove_temporary_paths();
    if (isatty(STDERR_FILENO) == 1) [[maybe_unused]]
        const ssize_t bar_gone = write(STDERR_FILENO, "\r\x1b[K", 4);
    _exit(done ? int(status_once_done) : Signals::exit_status());
}

}  // namespace

Signals::Signals() {
    stop_flag = false;
    last_signal = 0;
    for (std::size_t i = 0; i < std::size(handled); ++i) {
        const bool error_code = handled[i] == SIGPIPE || handled[i] == SIGXFSZ;
        before_[i] = handle(handled[i], error_code ? SIG_IGN : on_signal, watchdog_runs ? 0 : int(SA_RESETHAND));
        if (handled[i] == SIGHUP && before_[i].sa_handler == SIG_IGN) sigaction(SIGHUP, &before_[i], nullptr);  // nohup
    }
}

Signals::~Signals() {
    for (std::size_t i = 0; i < std::size(handled); ++i) sigaction(handled[i], &before_[i], nullptr);
}

void Signals::exit_at_once() {
    exits_at_once = true;
    if (watchdog_runs) return;
    handle(SIGINT, SIG_DFL, 0);
    handle(SIGTERM, SIG_DFL, 0);
}

const std::atomic<bool>& Signals::stop() { return stop_flag; }

void Signals::request_stop(int signal) {
    if (stop_flag.exchange(true)) return;
    last_signal = signal;
}

int Signals::exit_status() { return 128 + (last_signal ? int(last_signal) : SIGINT); }

ExitWatchdog::ExitWatchdog() {
    set_minimum_thread_stack();
    sem_init(&signalled, 0, 0);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // other threads receive signals, so that their waiting calls are interrupted
    try {
        watch_ = std::thread(exit_after_signal);
        watchdog_runs = true;
    } catch (const std::system_error&) {}  // no thread is available: a second signal ends the program
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void ExitWatchdog::done(int status) {
    if (!watchdog_runs) return;
    status_once_done = status;
    sem_post(&signalled);
}

ExitWatchdog::~ExitWatchdog() {
    if (!watch_.joinable()) return;
    main_ended = true;
    sem_post(&signalled);
    watch_.join();
    watchdog_runs = false;
}

}  // namespace neighborscope::shell
