// libFuzzer target for lessons: what is accepted becomes a handout of well-formed text, what is not an error of one line.
#include "app/lessons/handout.hpp"
#include "tests/fuzz/targets/target.hpp"

using namespace neighborscope;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    bool accepted = false;
    try {
        const lessons::Lesson lesson = lessons::parse_lesson("a.md", text);
        accepted = true;
        const std::vector<lessons::PageRun> runs(lesson.pages.size(), {{{"k", "3", 3}, {"recall", "0.90", 0.9}}, "neighborscope", ""});
        const std::string html = lessons::handout_html(lesson, runs, lessons::Answers::at_the_end);
        for (const char c : html)
            if (c >= 0 && c < 32 && c != '\n' && c != '\t' && c != '\r') std::abort();
    } catch (const Error& error) {
        const std::string line = error.one_line();
        if (error.kind != Failure::input || line.size() > 1000 || line.find('\n') != std::string::npos) std::abort();
    }
    test::count(accepted);
    return 0;
}
