// Simulates a full disk, also for root.
#pragma once
#include <csignal>
#include <sys/resource.h>

namespace neighborscope::test {

/// Limits the size of files while this lives: writing more fails with EFBIG.
class SmallFilesOnly {
public:
    explicit SmallFilesOnly(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit now{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &now);
    }
    ~SmallFilesOnly() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    SmallFilesOnly(const SmallFilesOnly&) = delete;
    SmallFilesOnly& operator=(const SmallFilesOnly&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

}  // namespace neighborscope::test
