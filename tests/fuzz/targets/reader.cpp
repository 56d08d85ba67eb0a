// libFuzzer target for the reader that the environment variable NEIGHBORSCOPE_FUZZED names: the input is the content of a file, read under
// each usual name of such files.
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
    if (bytes.empty()) return 0;  // rejected before the reader
    test::count(test::or_abort([&] {
        return std::any_of(extensions.begin(), extensions.end(),
            [&](const std::string& extension) { return test::read_every_way(reader, name + extension, bytes); });
    }));
    return 0;
}
