// libFuzzer target of the reader that NEIGHBORSCOPE_FUZZED in the environment names: the input is the content of a file, tried under each
// name such files have.
#include "tests/fuzz/targets/target.hpp"

#include <algorithm>

using namespace neighborscope;

namespace {

std::string fuzzed_format() {
    const char* const format = std::getenv("NEIGHBORSCOPE_FUZZED");
    if (format && test::reader_named(format)) return format;
    std::fprintf(stderr, "NEIGHBORSCOPE_FUZZED names no reader: set it to a name of app/data/load/readers.inc.\n");
    std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const std::string format = fuzzed_format();
    static const Reader& reader = *test::reader_named(format);
    static const std::vector<std::string> extensions = test::extensions_of(reader);
    static const std::string name = NEIGHBORSCOPE_FUZZ_FOLDER "/companions/" + format + "/images";
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (bytes.empty()) return 0;  // refused before a reader sees it
    test::count(test::or_abort([&] {
        return std::any_of(extensions.begin(), extensions.end(),
            [&](const std::string& extension) { return test::read_every_way(reader, name + extension, bytes); });
    }));
    return 0;
}
