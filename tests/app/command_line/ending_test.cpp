// How the program ends early: a signal that is not checked, a closed standard output, a full disk.
#include "program.hpp"

#include "app/command_line/command_line.hpp"
#include "app/command_line/signals.hpp"
#include "app/data/files/output_file.hpp"
#include "gpu/knn.hpp"
#include "tests/app/data/small_files_only.hpp"
#include "tests/sanitized.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace neighborscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Returns the exit status after `signal` of another process that writes `path` and then checks no flag.
int status_when_deaf(const std::string& path, int signal, bool window) {
    int ready[2];
    if (pipe(ready) != 0) return -1;
    const pid_t child = fork();
    if (child == 0) {
        const shell::ExitWatchdog in_time;
        const shell::Signals signals;
        if (window) shell::Signals::exit_at_once();
        const OutputFile file(path);
        if (write(ready[1], "!", 1) != 1) _exit(1);
        while (true) pause();
    }
    char byte = 0;
    EXPECT_EQ(read(ready[0], &byte, 1), 1);
    EXPECT_EQ(kill(child, signal), 0);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    close(ready[0]), close(ready[1]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Ending, WorkThatLooksAtNoFlagEndsAllTheSameAndLeavesNothing) {
    const Folder folder;
    EXPECT_EQ(status_when_deaf(folder.path("view.png"), SIGINT, false), 130);
    EXPECT_EQ(status_when_deaf(folder.path("view.png"), SIGTERM, true), 143);
    EXPECT_EQ(status_when_deaf(folder.path("view.png"), SIGHUP, true), 129);
    EXPECT_TRUE(folder.files().empty());
}

/// Returns the exit status of another process that closes a window with `status`, and then cannot be stopped.
int status_once_closed(int status) {
    const pid_t child = fork();
    if (child == 0) {
        const shell::ExitWatchdog in_time;
        const shell::Signals signals;
        shell::Signals::exit_at_once();
        shell::ExitWatchdog::done(status);
        while (true) pause();
    }
    int ended = 0;
    EXPECT_EQ(waitpid(child, &ended, 0), child);
    return WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
}

TEST(Ending, AWindowThatIsClosedWaitsForNothing) {
    EXPECT_EQ(status_once_closed(0), 0);
    EXPECT_EQ(status_once_closed(3), 3);
}

/// Returns the program's exit status if standard output is a pipe without a reader.
int status_unread(std::vector<std::string> words) {
    words.insert(words.begin(), "neighborscope");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    int ends[2];
    if (pipe(ends) != 0) return -1;
    close(ends[0]);
    const int before = dup(STDOUT_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    close(ends[1]);
    const int status = command_line(int(words.size()), argv.data());
    dup2(before, STDOUT_FILENO);
    close(before);
    return status;
}

TEST(Ending, WorkOfWhichNobodyReadsStops) {
    const Folder folder;
    const std::string queries = folder.write("q.csv", "x,y\n1,2\n");
    EXPECT_EQ(status_unread({"check", "uniform:n=50", "--method", "all", "-k", "3", "--device", "host"}), 141);
    EXPECT_EQ(status_unread({"run", "uniform:n=50", "--method", "heap", "-k", "3", "--device", "host"}), 141);
    EXPECT_EQ(status_unread({"preview", "uniform:n=50"}), 141);
    EXPECT_EQ(status_unread({"compare", "uniform:n=50", "--lists", queries}), 141);
    EXPECT_EQ(status_unread({"bench", "mohammadi", "--quick", "--device", "host", "--out", folder.path("bench")}), 141);
    EXPECT_EQ(status_unread({"list", "methods"}), 0) << "the command is done before the reader is gone";
    EXPECT_EQ(status_unread({"run", "uniform:n=50", "--method", "heap", "-k", "3", "--device", "host", "--out", folder.path("l.csv")}), 0);
    EXPECT_EQ(status_unread({"convert", "uniform:n=50", "--out", folder.path("p.csv")}), 0);
    EXPECT_THAT(folder.files(), ElementsAre("l.csv", "p.csv", "q.csv")) << "files are read by others";
}

/// Ends the process: with 0 if every method is correct.
[[noreturn]] void end_after_all_methods() {
    int status = 0;
    for (const Method& method : methods())
        if (method.info.group != "Test")
            status += program({"check", "uniform:n=500", "--method", std::string(method.info.name), "-k", "3", "--device", "host"}).status;
    std::exit(status);
}

// ulimit -s leaves threads 256 KiB, which the shared memory of kernels needs entirely.
TEST(Ending, SmallStacksAreNoTrouble) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // a separate process: threads of this one already have their stacks
    rlimit before{};
    getrlimit(RLIMIT_STACK, &before);
    for (const rlim_t kibibytes : {128, 256}) {
        if (test::sanitized && kibibytes > 128) break;
        const rlimit small{kibibytes << 10, before.rlim_max};
        setrlimit(RLIMIT_STACK, &small);
        EXPECT_EXIT(end_after_all_methods(), testing::ExitedWithCode(0), "") << kibibytes << " KiB";
        setrlimit(RLIMIT_STACK, &before);
    }
}

TEST(Ending, APictureOnAFullDiskIsNotReportedAsWritten) {
    const Folder folder;
    folder.write("there.png", "old");
    for (const char* name : {"new.png", "there.png"}) {
        const test::SmallFilesOnly full(1000);
        const ProgramOutput said =
            program({"shot", "uniform:n=50", "--method", "serial", "--device", "host", "--size", "300x300", "--out", folder.path(name)});
        EXPECT_EQ(said.status, 2) << said.out;
        EXPECT_THAT(said.err, HasSubstr(std::string(name) + ": cannot be written: File too large"));
    }
    EXPECT_THAT(folder.files(), ElementsAre("there.png"));
    EXPECT_EQ(content_of(folder.path("there.png")), "old");
}

}  // namespace
}  // namespace neighborscope
