#include "app/modules/missing_libraries.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace neighborscope::modules {
namespace {

/// Returns the loader's trace of `file`, as `ldd` requests it; "" if the loader cannot be run.
std::string traced(std::string loader, std::string file) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return {};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    char* argv[] = {loader.data(), file.data(), nullptr};
    std::string trace = "LD_TRACE_LOADED_OBJECTS=1";
    std::vector<char*> environment = {trace.data()};
    for (char** variable = environ; *variable; ++variable) environment.push_back(*variable);
    environment.push_back(nullptr);
    pid_t child = -1;
    const bool started = posix_spawn(&child, argv[0], &actions, nullptr, argv, environment.data()) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string text;
    char some[4096];
    if (started)
        for (ssize_t bytes; (bytes = read(ends[0], some, sizeof some)) > 0;) text.append(some, std::size_t(bytes));
    close(ends[0]);
    if (started) waitpid(child, nullptr, 0);
    return text;
}

}  // namespace

std::vector<std::string> missing_libraries_of(const std::string& file) {
    std::vector<std::string> missing;
    Dl_info loader{};  // the loader of this program: the path in its debug information is the loader's own
    if (dladdr(&_r_debug, &loader) == 0 || !loader.dli_fname) return missing;
    std::istringstream lines(traced(loader.dli_fname, file));
    for (std::string line; std::getline(lines, line);) {
        const auto arrow = line.find(" => not found");
        const auto name = line.find_first_not_of(" \t");
        if (arrow == std::string::npos || name >= arrow) continue;
        const std::string library = line.substr(name, arrow - name);
        if (std::find(missing.begin(), missing.end(), library) == missing.end()) missing.push_back(library);
    }
    return missing;
}

std::string package_of(const std::string& library) {
    for (const char* const part : {"libglib-2.0.so", "libgio-2.0.so", "libgobject-2.0.so"})
        if (library.starts_with(part)) return "libglib2.0-0";  // one package has all of GLib
    const auto ending = library.find(".so.");
    if (ending == std::string::npos) return library;
    std::string package = library.substr(0, ending);
    for (char& letter : package) letter = letter == '_' ? '-' : char(std::tolower(static_cast<unsigned char>(letter)));
    const bool number = std::isdigit(static_cast<unsigned char>(package.back())) != 0;
    return package + (number ? "-" : "") + library.substr(ending + 4);
}

}  // namespace neighborscope::modules
