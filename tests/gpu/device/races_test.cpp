// In the ThreadSanitizer build: planted races are reported, under every order, and correct kernels are not.
#ifdef NEIGHBORSCOPE_TSAN
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include <sys/wait.h>

namespace neighborscope {
namespace {

constexpr int exit_status_of_a_report = 66;

int status_of(const std::string& kernel, const std::string& with, int seed) {
    const std::string command = "TSAN_OPTIONS=exitcode=66:report_bugs=1 '" NEIGHBORSCOPE_PLANTED_RACES "' " + kernel + " " + with + " " +
                                std::to_string(seed) + " > /dev/null 2>&1";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class Races : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Kernels, Races, ::testing::Values("rotate", "warp_sums", "shuffle", "blocks", "rounds"));

TEST_P(Races, ReportedWithoutAndSilentWith) {
    for (int seed = 0; seed < 3; ++seed) {
        EXPECT_EQ(status_of(GetParam(), "without", seed), exit_status_of_a_report) << "order seed " << seed;
        EXPECT_EQ(status_of(GetParam(), "with", seed), 0) << "order seed " << seed;
    }
}

}  // namespace
}  // namespace neighborscope
#endif
