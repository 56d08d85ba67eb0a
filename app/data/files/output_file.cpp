#include "app/data/files/output_file.hpp"

#include "app/data/files/memory.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace neighborscope {
namespace {

constexpr std::size_t buffered = std::size_t(1) << 20;

/// Names of unfinished files, in order of creation.
struct TemporaryPaths {
    std::recursive_mutex mutex;
    std::vector<std::string> names;

    static TemporaryPaths& all() {
        static auto* const one = new TemporaryPaths;  // never destroyed: the program may be ended while main returns
        return *one;
    }
};

}  // namespace

TemporaryPath::TemporaryPath(std::filesystem::path path) : path_(std::move(path)) {
    TemporaryPaths& all = TemporaryPaths::all();
    const std::lock_guard lock(all.mutex);
    all.names.push_back(path_);
}

TemporaryPath::~TemporaryPath() {
    std::error_code ignored;
    if (!kept_) std::filesystem::remove(path_, ignored);
    keep();
}

void TemporaryPath::keep() {
    TemporaryPaths& all = TemporaryPaths::all();
    const std::lock_guard lock(all.mutex);
    if (!std::exchange(kept_, true)) all.names.erase(std::find(all.names.begin(), all.names.end(), path_.string()));
}

void remove_temporary_paths() {
    TemporaryPaths& all = TemporaryPaths::all();
    all.mutex.lock();  // never unlocked
    std::error_code ignored;
    for (auto name = all.names.rbegin(); name != all.names.rend(); ++name) std::filesystem::remove(*name, ignored);
}

OutputFile::OutputFile(const std::string& path) : path_(path), target_(path) {
    namespace fs = std::filesystem;
    if (path.empty()) fail(ENOENT);
    if (is_standard_output(path)) {
        path_ = "standard output";
        file_ = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
        if (file_ < 0) fail(errno);
        return;
    }
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) fail(EISDIR);
    const bool plain = !fs::exists(status) || fs::is_regular_file(status);
    if (plain) {
        // If the path is a link, replaces its target.
        std::error_code error;
        if (fs::exists(status)) target_ = fs::canonical(path, error).string();
        if (error) fail(error.value());
        if (fs::exists(status) && access(target_.c_str(), W_OK) != 0) fail(errno);
        temporary_ = std::make_unique<TemporaryPath>(target_ + ".part" + std::to_string(getpid()));
        file_ = open(temporary_->path().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    } else {
        file_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    }
    if (file_ < 0) fail(errno);
}

OutputFile::~OutputFile() {
    if (file_ >= 0) close(file_);
}

void OutputFile::fail(int error) const {
    if (error == EINTR) throw Cancelled{};  // only a pipe waits long enough
    throw Error(Failure::input,
        path_ + (error == EISDIR ? " is a folder, not a file" : ": cannot be written: " + std::string(std::strerror(error))),
        "choose another name or folder");
}

void OutputFile::require_room(std::uint64_t bytes) const {
    if (!temporary_) return;
    rlimit limit{};
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && bytes > limit.rlim_cur) fail(EFBIG);
    std::error_code error;
    const std::filesystem::path folder = temporary_->path().parent_path();
    const std::filesystem::space_info disk = std::filesystem::space(folder.empty() ? "." : folder, error);
    if (!error && bytes > disk.available)
        throw Error(Failure::input,
            path_ + ": cannot be written: it needs " + bytes_text(double(bytes)) + ", its disk has " + bytes_text(double(disk.available)) +
                " free",
            "choose another folder, or write less");
}

void OutputFile::flush() {
    for (std::size_t done = 0; done < buffer_.size();) {
        const ssize_t now = ::write(file_, buffer_.data() + done, buffer_.size() - done);
        if (now >= 0) done += std::size_t(now);
        else if (errno == EPIPE && is_standard_output(target_)) break;
        else if (errno != EINTR || !temporary_) fail(errno);
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

/// Flushes all data to the disk before renaming, so that a crash does not leave an empty file.
void OutputFile::finish() {
    flush();
    const int file = std::exchange(file_, -1);
    int error = temporary_ && fsync(file) != 0 && errno != EINVAL ? errno : 0;
    if (close(file) != 0 && !error) error = errno;
    if (error) fail(error);
}

void OutputFile::move_into_place(bool keeps_backup) {
    if (!temporary_) return;
    const std::string kept = target_ + ".before" + std::to_string(getpid());
    std::error_code ignored;
    if (keeps_backup && std::filesystem::is_regular_file(target_, ignored)) {
        // A hard link or, on file systems without links, a new name.
        if (link(target_.c_str(), kept.c_str()) != 0 && std::rename(target_.c_str(), kept.c_str()) != 0) fail(errno);
        backup_ = std::make_unique<TemporaryPath>(kept);
    }
    if (std::rename(temporary_->path().c_str(), target_.c_str()) != 0) {
        const int error = errno;
        restore_backup();
        fail(error);
    }
    temporary_->keep();
    in_place_ = true;
}

/// Undoes the commit.
void OutputFile::restore_backup() {
    if (backup_) {
        if (std::rename(backup_->path().c_str(), target_.c_str()) == 0) unlink(backup_->path().c_str());  // two names of one file remain
        backup_->keep();
    } else if (in_place_) {
        unlink(target_.c_str());
    }
    in_place_ = false;
}

void OutputFile::commit_all(std::span<OutputFile* const> files) {
    for (OutputFile* file : files) file->finish();
    const std::lock_guard all_or_none(TemporaryPaths::all().mutex);
    try {
        for (OutputFile* file : files) file->move_into_place(files.size() > 1);
    } catch (...) {
        for (OutputFile* file : files)
            if (file->in_place_) file->restore_backup();
        throw;
    }
    for (OutputFile* file : files) file->backup_.reset();
}

void OutputFile::commit() {
    OutputFile* const one[] = {this};
    commit_all(one);
}

void write_file(const std::string& path, std::string_view content) {
    OutputFile file(path);
    file.write(content);
    file.commit();
}

}  // namespace neighborscope
