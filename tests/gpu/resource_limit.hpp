// Limits of this process for one scope.
#pragma once
#include <cstddef>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

namespace neighborscope::test {

/// While it exists the process may have `more` bytes than now, of address space (RLIMIT_AS) or data (RLIMIT_DATA).
class ResourceLimit {
public:
    ResourceLimit(int resource, std::size_t more) : resource_(static_cast<__rlimit_resource>(resource)) {
        getrlimit(resource_, &before_);
        std::ifstream in("/proc/self/statm");
        std::size_t pages[6] = {};
        for (std::size_t& number : pages) in >> number;
        rlimit now = before_;
        now.rlim_cur = pages[resource == RLIMIT_AS ? 0 : 5] * std::size_t(sysconf(_SC_PAGESIZE)) + more;
        setrlimit(resource_, &now);
    }
    ~ResourceLimit() { setrlimit(resource_, &before_); }
    ResourceLimit(const ResourceLimit&) = delete;
    ResourceLimit& operator=(const ResourceLimit&) = delete;

private:
    __rlimit_resource resource_;
    rlimit before_{};
};

}  // namespace neighborscope::test
