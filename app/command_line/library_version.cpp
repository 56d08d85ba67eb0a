#include "app/command_line/library_version.hpp"

#include <filesystem>

#include <dlfcn.h>
#include <link.h>

namespace neighborscope::shell {
namespace {

namespace fs = std::filesystem;

std::string path_of_library() {
    std::string path;
    const auto look = [](dl_phdr_info* library, std::size_t, void* found) {
        const fs::path file(library->dlpi_name ? library->dlpi_name : "");
        if (file.filename().string().starts_with("libneighborscope.so")) *static_cast<std::string*>(found) = file.string();
        return 0;
    };
    dl_iterate_phdr(look, &path);
    return path;
}

}  // namespace

ProgramLibrary program_library() {
    ProgramLibrary library;
    library.path = path_of_library();
    using Version = const char* (*)();
    if (void* const found = dlsym(RTLD_DEFAULT, "neighborscope_library_version"))  // by its name: an older library has none
        library.version = reinterpret_cast<Version>(found)();
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
    if (error || library.path.empty()) return library;
    const fs::path folder = fs::canonical(fs::path(library.path).parent_path(), error);
    library.beside = error || folder == program || folder == program.parent_path() / "lib" / "neighborscope" ||
                     folder == program.parent_path() / "lib" || folder.parent_path().parent_path() == program.parent_path() / "lib";
    return library;
}

std::string version_clash() {
    const std::string own = NEIGHBORSCOPE_VERSION;
    const ProgramLibrary library = program_library();
    if (library.path.empty() || library.version == own) return {};
    return "this program is version " + own + ", but it was started with the library of " +
           (library.version.empty() ? "another version" : "version " + library.version) + ", " + library.path + "; " +
           (library.beside ? "install Neighborscope again" : "unset LD_LIBRARY_PATH, or remove one of the two");
}

}  // namespace neighborscope::shell
