#include "app/session/write_file.hpp"

#include "gpu/error.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

namespace neighborscope {

void write_file(const std::string& path, std::string_view content) {
    const auto fail = [&path](int error) {
        return Error(Failure::input, path + ": cannot be written: " + std::strerror(error), "choose another folder or name");
    };
    const std::string beside = path + ".part" + std::to_string(getpid());
    const int file = open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) throw fail(errno);
    int error = 0;
    for (std::size_t written = 0; written < content.size() && !error;) {
        const ssize_t now = write(file, content.data() + written, content.size() - written);
        if (now >= 0) written += std::size_t(now);
        else if (errno != EINTR) error = errno;
    }
    if (!error && fsync(file) != 0 && errno != EINVAL) error = errno;
    if (close(file) != 0 && !error) error = errno;
    if (!error && std::rename(beside.c_str(), path.c_str()) != 0) error = errno;
    if (error) {
        unlink(beside.c_str());
        throw fail(error);
    }
}

}  // namespace neighborscope
