#include "app/data/load/hdf5/sandbox.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace neighborscope {
namespace {

constexpr rlim_t most_seconds = 20, most_bytes = rlim_t(2) << 30;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
#else
constexpr bool sanitized = false;
#endif

void limit(int resource, rlim_t most) {
    const rlimit limits{most, most};
    setrlimit(static_cast<__rlimit_resource>(resource), &limits);
}

/// Returns the address space of this process in bytes.
rlim_t address_space() {
    unsigned long long pages = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%llu", &pages) != 1) pages = 0;
        std::fclose(file);
    }
    return rlim_t(pages) * rlim_t(sysconf(_SC_PAGESIZE));
}

void write_all(int to, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = write(to, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        text.remove_prefix(std::size_t(written));
    }
}

/// Runs in the child: writes an "e", then kind, cause and remedy with NUL bytes between, if the work throws; a "." at its end.
[[noreturn]] void run_child(const std::function<void()>& work, int to) {
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU}) std::signal(signal, SIG_DFL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, most_seconds);
    // Sanitizers reserve terabytes; otherwise an allocation for a damaged file fails here, and not in the program.
    if (const rlim_t now = address_space(); sandbox_memory() > 0 && now > 0) limit(RLIMIT_AS, now + most_bytes);
    if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    std::string outcome = ".";
    try {
        work();
    } catch (const Error& error) {
        outcome = "e" + std::string(1, char('0' + int(error.kind))) + error.what() + std::string(1, '\0') + error.remedy;
    } catch (...) { _exit(1); }
    write_all(to, outcome);
    _exit(0);
}

/// How waiting for the child ended.
enum class ChildEnd { done, stopped, late };

/// Reads the child's output until it ends, is stopped or is late. Checks `stop` every 20 ms.
ChildEnd read_outcome(int from, std::string& outcome, const std::atomic<bool>* stop, std::chrono::milliseconds most) {
    const auto began = std::chrono::steady_clock::now();
    for (char text[512];;) {
        if (stop && stop->load(std::memory_order_relaxed)) return ChildEnd::stopped;
        if (std::chrono::steady_clock::now() - began > most) return ChildEnd::late;
        pollfd ready{from, POLLIN, 0};
        if (poll(&ready, 1, 20) <= 0) continue;
        const ssize_t got = read(from, text, sizeof text);
        if (got > 0) outcome.append(text, std::size_t(got));
        else if (got == 0 || errno != EINTR) return ChildEnd::done;
    }
}

}  // namespace

std::size_t sandbox_memory() { return sanitized ? 0 : std::size_t(most_bytes); }

std::optional<SandboxFailure> run_in_sandbox(
    const std::function<void()>& work, const std::atomic<bool>* stop, std::chrono::milliseconds most) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
    const pid_t child = fork();
    if (child == 0) run_child(work, ends[1]);
    close(ends[1]);
    std::string outcome;
    ChildEnd child_end = ChildEnd::done;
    if (child > 0) {
        child_end = read_outcome(ends[0], outcome, stop, most);
        if (child_end != ChildEnd::done) kill(child, SIGKILL);
        while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {}
    }
    close(ends[0]);
    if (child_end == ChildEnd::stopped) throw Cancelled{};
    if (child_end == ChildEnd::late) return SandboxFailure{{}, true};
    if (child < 0 || outcome == ".") return std::nullopt;
    if (outcome.size() < 2 || outcome[0] != 'e') return SandboxFailure{};
    const std::size_t middle = outcome.find('\0');
    if (middle == std::string::npos) return SandboxFailure{};
    return SandboxFailure{Error(Failure(outcome[1] - '0'), outcome.substr(2, middle - 2), outcome.substr(middle + 1))};
}

}  // namespace neighborscope
