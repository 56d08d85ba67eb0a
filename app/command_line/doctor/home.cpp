// Where settings are kept, and which programs of this name there are.
#include "app/command_line/doctor/facts.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <sys/statvfs.h>
#include <unistd.h>

namespace neighborscope::shell::doctor {
namespace {

namespace fs = std::filesystem;
constexpr unsigned long needed_bytes = 1 << 20;  ///< more than all settings take

fs::path folder_in(const char* variable) {
    const char* value = std::getenv(variable);
    return fs::path(value ? value : "");
}

}  // namespace

HomeFacts home_here() {
    const fs::path config = folder_in("XDG_CONFIG_HOME"), home = folder_in("HOME");
    if (!config.is_absolute() && !home.is_absolute()) return {HomeState::unknown};
    const fs::path kept = (config.is_absolute() ? config : home / ".config") / "neighborscope";
    std::error_code error;
    const fs::path root = config.is_absolute() ? config.parent_path() : home;
    if (!fs::exists(root, error)) return {HomeState::absent, root.string()};
    fs::path nearest = kept;  // that is there
    while (!fs::exists(nearest, error) && nearest != nearest.parent_path()) nearest = nearest.parent_path();
    if (access(nearest.c_str(), W_OK | X_OK) != 0) return {HomeState::read_only, nearest.string()};
    struct statvfs disk {};
    if (statvfs(nearest.c_str(), &disk) == 0 && (disk.f_flag & ST_RDONLY)) return {HomeState::read_only, nearest.string()};
    if (disk.f_frsize && disk.f_bavail * disk.f_frsize < needed_bytes) return {HomeState::full, nearest.string()};
    return {HomeState::writable, kept.string()};
}

std::vector<std::string> other_programs(const std::string& path, const std::string& program, std::string& first) {
    std::vector<fs::path> seen{fs::path(program)};
    std::vector<std::string> others;
    std::istringstream folders(path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (folder.empty() || folder.front() != '/') continue;
        const fs::path file = fs::path(folder) / "neighborscope";
        std::error_code error;
        if (!fs::is_regular_file(file, error) || access(file.c_str(), X_OK) != 0) continue;
        if (first.empty()) first = file.string();
        const fs::path its = fs::canonical(file, error);
        if (error || std::find(seen.begin(), seen.end(), its) != seen.end()) continue;
        seen.push_back(its);
        others.push_back(file.string());
    }
    return others;
}

}  // namespace neighborscope::shell::doctor
