#include "app/data/output_file.hpp"

#include "gpu/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace neighborscope {
namespace {

constexpr std::size_t buffered = std::size_t(1) << 20;

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path), target_(path) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) fail(EISDIR);
    const bool plain = !fs::exists(status) || fs::is_regular_file(status);
    if (plain) {
        // A link stays a link: what it points to is replaced.
        std::error_code error;
        if (fs::exists(status)) target_ = fs::canonical(path, error).string();
        if (error) fail(error.value());
        if (fs::exists(status) && access(target_.c_str(), W_OK) != 0) fail(errno);
        beside_ = target_ + ".part" + std::to_string(getpid());
        file_ = open(beside_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    } else {
        file_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    }
    if (file_ < 0) fail(errno);
}

OutputFile::~OutputFile() {
    if (file_ < 0) return;
    close(file_);
    if (!beside_.empty()) unlink(beside_.c_str());
}

void OutputFile::fail(int error) const {
    throw Error(Failure::input, path_ + ": cannot be written: " + std::strerror(error), "choose another name or folder");
}

void OutputFile::flush() {
    for (std::size_t done = 0; done < buffer_.size();) {
        const ssize_t now = ::write(file_, buffer_.data() + done, buffer_.size() - done);
        if (now >= 0) done += std::size_t(now);
        else if (errno != EINTR) fail(errno);
    }
    buffer_.clear();
}

void OutputFile::write(const void* data, std::size_t bytes) {
    const char* from = static_cast<const char*>(data);
    while (bytes > 0) {
        const std::size_t now = std::min(bytes, buffered);
        buffer_.append(from, now);
        from += now;
        bytes -= now;
        if (buffer_.size() >= buffered) flush();
    }
}

void OutputFile::commit() {
    flush();
    const int file = file_;
    file_ = -1;
    int error = !beside_.empty() && fsync(file) != 0 && errno != EINVAL ? errno : 0;  // before the rename, lest a crash leave it empty
    if (close(file) != 0 && !error) error = errno;
    if (!beside_.empty() && !error && std::rename(beside_.c_str(), target_.c_str()) != 0) error = errno;
    if (!error) return;
    if (!beside_.empty()) unlink(beside_.c_str());
    fail(error);
}

void write_file(const std::string& path, std::string_view content) {
    OutputFile file(path);
    file.write(content);
    file.commit();
}

}  // namespace neighborscope
