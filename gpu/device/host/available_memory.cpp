#include "gpu/device/host/available_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>

#include <sys/resource.h>
#include <unistd.h>

namespace neighborscope {
namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

std::size_t difference_or_zero(std::size_t most, std::size_t used) { return most > used ? most - used : 0; }

/// The number in a file; `otherwise` if there is no file or it contains a word ("max").
std::size_t number_in(const std::string& file, std::size_t otherwise) {
    std::ifstream in(file);
    std::size_t number = 0;
    return in >> number ? number : otherwise;
}

/// The number after a word at the beginning of a line.
std::size_t number_after_word(const std::string& file, const std::string& word, std::size_t otherwise) {
    std::ifstream in(file);
    for (std::string key, line; in >> key; std::getline(in, line))
        if (std::size_t number = 0; key == word && in >> number) return number;
    return otherwise;
}

/// The file names in a version of control groups.
struct GroupFiles {
    const char *most[2], *used, *droppable;
};
constexpr GroupFiles version_2 = {{"memory.max", "memory.high"}, "memory.current", "inactive_file"};
constexpr GroupFiles version_1 = {{"memory.limit_in_bytes", "memory.soft_limit_in_bytes"}, "memory.usage_in_bytes", "total_inactive_file"};

std::size_t memory_left_by_group(const std::string& folder, const GroupFiles& files) {
    std::size_t most = unlimited;
    for (const char* file : files.most) most = std::min(most, number_in(folder + file, unlimited));
    if (most == unlimited) return unlimited;
    const std::size_t used = number_in(folder + files.used, 0);
    return difference_or_zero(most, difference_or_zero(used, number_after_word(folder + "memory.stat", files.droppable, 0)));
}

/// The memory left by a group and its parents, up to the mount: a group's limit applies to all groups below it.
std::size_t memory_left_by_ancestors(const std::string& mount, std::string path, const GroupFiles& files) {
    std::size_t left = unlimited;
    for (;;) {
        while (path.ends_with('/')) path.pop_back();
        left = std::min(left, memory_left_by_group(mount + path + "/", files));
        if (path.empty()) return left;
        path.erase(std::min(path.rfind('/'), path.size()));
    }
}

/// What a limit of this process leaves when `used` bytes are in use.
std::size_t memory_left_by_limit(int resource, std::size_t used) {
    rlimit limit{};
    if (getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
    return difference_or_zero(limit.rlim_cur, used);
}

/// Bytes that this process uses: address space is the first number of this file, data the sixth, in pages.
std::size_t used_now(std::size_t place) {
    std::ifstream in("/proc/self/statm");
    std::size_t pages = 0;
    for (std::size_t i = 0; i < place; ++i) in >> pages;
    return pages * std::size_t(sysconf(_SC_PAGESIZE));
}

std::size_t memory_left_by_system() {
    if (const std::size_t kibibytes = number_after_word("/proc/meminfo", "MemAvailable:", 0)) return kibibytes * 1024;
    const long free = sysconf(_SC_AVPHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return free > 0 && page > 0 ? std::size_t(free) * std::size_t(page) : unlimited;
}

}  // namespace

std::size_t memory_left_by_control_groups(const std::string& own_groups, const std::string& mount) {
    std::size_t left = unlimited;
    std::ifstream in(own_groups);
    for (std::string line; std::getline(in, line);) {  // "0::/user.slice" of version 2, "4:memory:/user.slice" of version 1
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
        if (controllers.empty()) left = std::min(left, memory_left_by_ancestors(mount, path, version_2));
        else if (controllers == "memory") left = std::min(left, memory_left_by_ancestors(mount + "/memory", path, version_1));
    }
    return left;
}

std::size_t address_space_left() { return memory_left_by_limit(RLIMIT_AS, used_now(1)); }

std::size_t available_memory() {
    return std::min({memory_left_by_system(), address_space_left(), memory_left_by_limit(RLIMIT_DATA, used_now(6)),
        memory_left_by_control_groups("/proc/self/cgroup", "/sys/fs/cgroup")});
}

}  // namespace neighborscope
