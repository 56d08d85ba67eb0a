// Lack of memory or threads without a prior check: an error and an exit status, but no crash.
#include "app/command_line/out_of_memory.hpp"
#include "program.hpp"

#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <new>
#include <system_error>
#include <thread>

namespace neighborscope {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

template <class Thrown>
void throw_in_a_thread(const Thrown& thrown) {
    shell::exit_when_out_of_memory();
    std::thread([&] { throw thrown; }).join();
}

TEST(LittleMemory, WhatNobodyCatchesEndsTheProgramInWords) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(throw_in_a_thread(std::bad_alloc()), testing::ExitedWithCode(3),
        "^neighborscope: not enough memory on the host, [0-9.]+ [kMGT]?B are free; choose smaller data[^\n]*\n$");
    EXPECT_EXIT(throw_in_a_thread(std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again))),
        testing::ExitedWithCode(3), "^neighborscope: no more threads can be started, [^\n]*\n$");
    EXPECT_EXIT(throw_in_a_thread(std::logic_error("a fault")), testing::KilledBySignal(SIGABRT), "a fault");
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // sanitizers reserve terabytes
// On the host device, --require-interop ends the program with the first picture.
TEST(LittleMemory, AWindowIsDrawnOrSaysWhatItLacks) {
    if (std::system("command -v xvfb-run > /dev/null") != 0) GTEST_SKIP() << "no xvfb-run";
    const std::string window = NEIGHBORSCOPE_PROGRAM " hotspots:n=2000 --device host --require-interop";
    for (const char* which : {"", " --light"}) {
        const ProgramOutput said = in_shell(
            "xvfb-run -a -n 190 -s '-screen 0 1280x800x24' sh -c 'for limit in 900000 1050000 1150000 1300000; do (ulimit -v $limit; " +
            window + which + "); echo status $?; done'");
        std::size_t ended = 0;
        for (std::size_t at = 0; (at = said.out.find("status 3\n", at)) != std::string::npos; ++at) ++ended;
        EXPECT_EQ(ended, 4u) << said.out;
        EXPECT_THAT(said.out, HasSubstr("drawing with OpenGL needs "));
        EXPECT_THAT(said.out, HasSubstr("path is copy (host device)"));
        EXPECT_THAT(said.out, Not(HasSubstr("terminate")));
    }
}
#endif

}  // namespace
}  // namespace neighborscope
