// Writes a file under a temporary name until it is complete, so that there is never a partial file.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace neighborscope {

/// An unfinished file or an empty folder. The destructor and remove_temporary_paths remove it unless it is kept.
class TemporaryPath {
public:
    explicit TemporaryPath(std::filesystem::path);
    ~TemporaryPath();
    TemporaryPath(const TemporaryPath&) = delete;
    TemporaryPath& operator=(const TemporaryPath&) = delete;
    void keep();  ///< do not remove it; also if it no longer exists
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    bool kept_ = false;
};

/// Removes all unfinished files, for a caller that ends the program at once. May be called from any thread, not from a signal handler.
/// Waits for a group of files that is being committed. A thread that creates or commits a file after this waits for ever.
void remove_temporary_paths();

/// Whether the path is "-", standard output.
inline bool is_standard_output(std::string_view path) { return path == "-"; }

/// Opens a temporary file beside `path` at once, so that a path that cannot be written is found before the work. Writes directly to a pipe,
/// /dev/null or standard output. Ignores a reader of standard output that stops early. Removes the file unless committed. Input Errors name
/// the path. Throws Cancelled if a signal is handled while a pipe has no reader or a slow one.
class OutputFile {
public:
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Throws an input Error with both numbers if the disk, or the limit of ulimit -f, has no room for `bytes`: before they are written,
    /// which may take minutes.
    void require_room(std::uint64_t bytes) const;
    void write(const void* data, std::size_t bytes);
    void write(std::string_view text) { write(text.data(), text.size()); }
    /// Flushes the file to the disk, closes it and renames it to `path`.
    void commit();
    /// Commits several files: all or none. If one fails, restores the files that the others replaced.
    static void commit_all(std::span<OutputFile* const>);
    const std::string& path() const { return path_; }

private:
    [[noreturn]] void fail(int error) const;
    void flush();
    void finish();
    void move_into_place(bool keeps_backup);
    void restore_backup();

    std::string path_, target_, buffer_;
    std::unique_ptr<TemporaryPath> temporary_;  // null if not a regular file
    std::unique_ptr<TemporaryPath> backup_;     // the replaced file
    bool in_place_ = false;
    int file_ = -1;
};

/// Writes a whole file.
void write_file(const std::string& path, std::string_view content);

}  // namespace neighborscope
