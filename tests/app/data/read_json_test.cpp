#include "app/data/files/read_json.hpp"
#include "tests/app/data/test_file.hpp"

#include <sys/stat.h>

namespace neighborscope::test {
namespace {

void expect_json_refused(const std::string& path, const std::string& why) {
    expect_error(Failure::input, {why, "; the way out"}, [&] { read_json(path, "the way out"); });
}

std::string nested(int depth, const std::string& open, const std::string& middle, const std::string& close) {
    std::string text = middle;
    for (int i = 0; i < depth; ++i) text = open + text + close;
    return text;
}

TEST(Json, IsReadAsDeepAsItMayBe) {
    const std::string text = nested(deepest_json, "[", "", "]");
    EXPECT_EQ(read_json(File("deep.json", text).path(), "").dump(), text);
}

TEST(Json, ThatIsDeeperIsRefused) {
    const std::string why = "brackets are nested more than 64 deep";
    expect_json_refused(File("a.json", nested(deepest_json + 1, "[", "", "]")).path(), why);
    expect_json_refused(File("b.json", nested(deepest_json + 1, "{\"a\":", "1", "}")).path(), why);
    expect_json_refused(File("c.json", std::string(200000, '[') + std::string(200000, ']')).path(), why);
    expect_json_refused(File("d.json", std::string(200000, '[')).path(), why);
}

TEST(Json, ThatIsLargerThanAnySessionIsRefused) {
    expect_json_refused(File("large.json", "[" + std::string(largest_json, ' ') + "]").path(), "holds more than the 16.8 MB");
}

TEST(Json, SaysWhatIsWrong) {
    const File half("half.json", "{\"k\": ");
    expect_json_refused(half.path(), "half.json: not JSON: parse error at line 1");
    expect_json_refused(half.path() + ".none", "No such file");
    const std::string pipe = half.path() + ".pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    expect_json_refused(pipe, "is a pipe");
}

}  // namespace
}  // namespace neighborscope::test
