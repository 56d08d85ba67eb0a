// libFuzzer target for opening a whole file in memory: unpacked if it is gzip, recognised and read.
#include "gpu/error.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <sys/mman.h>
#include <unistd.h>

using namespace neighborscope;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const int file = memfd_create("points", MFD_CLOEXEC);
    static const std::string path = "/proc/self/fd/" + std::to_string(file);
    if (ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != ssize_t(size)) std::abort();
    bool accepted = false;
    try {
        const InputFile opened(path);
        const Reader& reader = reader_for(opened);
        accepted = test::or_abort([&] { return test::read_every_way(reader, opened.path(), opened.bytes()); });
    } catch (const Error& error) {
        if (error.kind != Failure::input) std::abort();
    }
    test::count(accepted);
    return 0;
}
