#include "app/command_line/doctor/child.hpp"

#include "gpu/error.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace neighborscope::shell::doctor {
namespace {

constexpr char answered = 'a', refused = 'r', separator = '\0';

void write_all(int file, const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t bytes = write(file, text.data() + done, text.size() - done);
        if (bytes <= 0 && errno != EINTR) return;
        if (bytes > 0) done += std::size_t(bytes);
    }
}

/// What drivers print while they fail would stand between the lines of the report.
void silence() {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
}

[[noreturn]] void answer(const std::function<std::string()>& function, int file) {
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTERM}) std::signal(signal, SIG_DFL);
    silence();
    std::string text;
    try {
        text = answered + function();
    } catch (const Error& error) {
        text = refused + std::string(error.what()) + separator + error.remedy;
    } catch (const std::exception& error) { text = refused + std::string(error.what()) + separator; }
    write_all(file, text);
    _exit(0);  // libraries that were opened have exit handlers, which are not wanted here
}

/// Reads until the other end is closed, at most so long.
bool read_all(int file, std::string& text, int seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        pollfd waits{file, POLLIN, 0};
        const int ready = left > 0 ? poll(&waits, 1, int(left)) : 0;
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        char some[4096];
        const ssize_t bytes = read(file, some, sizeof some);
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes <= 0) return true;
        text.append(some, std::size_t(bytes));
    }
}

}  // namespace

Answer ask_in_child(const std::function<std::string()>& function, int seconds) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return {"", std::string("no process can be started: ") + std::strerror(errno), ""};
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        answer(function, ends[1]);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return {"", std::string("no process can be started: ") + std::strerror(errno), ""};
    }
    std::string text;
    const bool in_time = read_all(ends[0], text, seconds);
    close(ends[0]);
    if (!in_time) kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (!in_time) return {"", "it does not answer within " + std::to_string(seconds) + " s", ""};
    if (WIFSIGNALED(status)) return {"", std::string("it crashes: ") + strsignal(WTERMSIG(status)), ""};
    if (text.empty()) return {"", "it ends the program", ""};
    if (text.front() == answered) return {text.substr(1), "", ""};
    const auto end = text.find(separator);
    return {"", text.substr(1, end - 1), end == std::string::npos ? "" : text.substr(end + 1)};
}

}  // namespace neighborscope::shell::doctor
