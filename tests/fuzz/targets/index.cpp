// libFuzzer target of the reader of index files that NEIGHBORSCOPE_FUZZED in the environment names, as "index_faiss".
#include "tests/fuzz/index_check.hpp"
#include "tests/fuzz/targets/target.hpp"

using namespace neighborscope;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const char* const named = std::getenv("NEIGHBORSCOPE_FUZZED");
    static const index_files::IndexReader* const reader =
        named ? test::index_format(std::string_view(named).substr(std::string_view(named).find('_') + 1)) : nullptr;
    if (!reader) {
        std::fprintf(
            stderr, "NEIGHBORSCOPE_FUZZED names no reader: set it to index_ and a name of app/data/index_files/index_readers.inc.\n");
        std::exit(2);
    }
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    test::count(test::or_abort([&] { return test::read_index_checked(*reader, "fuzzed.index", bytes); }));
    return 0;
}
