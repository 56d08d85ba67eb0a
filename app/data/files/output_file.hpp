// A file being written: under a temporary name until it is complete, so that there is never a partial file.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace neighborscope {

/// An unfinished file or an empty folder: removed with this object unless it is kept, and by remove_temporary_paths.
class TemporaryPath {
public:
    explicit TemporaryPath(std::filesystem::path);
    ~TemporaryPath();
    TemporaryPath(const TemporaryPath&) = delete;
    TemporaryPath& operator=(const TemporaryPath&) = delete;
    void keep();  ///< or it is no longer there
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    bool kept_ = false;
};

/// Removes all that is unfinished, for who ends the program at once: any thread, not a signal handler. A group of files that is being
/// put in its places gets there first. Whoever begins or ends a file after this waits for ever.
void remove_temporary_paths();

/// "-" is standard output.
inline bool is_standard_output(std::string_view path) { return path == "-"; }

/// Opens a temporary file beside `path` at once, so that a path that cannot be written is found before the work is done.
/// What is no plain file (a pipe, /dev/null, standard output) is written directly. A reader of standard output that stops early is no
/// error. Removed again unless committed. Input Errors name the path.
/// A signal that is handled while a pipe has no reader, or a slow one, is Cancelled.
class OutputFile {
public:
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Input Error with both numbers when its disk, or the size that ulimit -f allows a file, has no room for so many bytes: before they
    /// are written, which may take minutes.
    void require_room(std::uint64_t bytes) const;
    void write(const void* data, std::size_t bytes);
    void write(std::string_view text) { write(text.data(), text.size()); }
    /// Brings it to the disk, closes it and puts it in its place.
    void commit();
    /// The same of several: all of them or none. When one fails, what the others replaced stands again.
    static void commit_all(std::span<OutputFile* const>);
    const std::string& path() const { return path_; }

private:
    [[noreturn]] void fail(int error) const;
    void flush();
    void finish();
    void move_into_place(bool keeps_backup);
    void restore_backup();

    std::string path_, target_, buffer_;
    std::unique_ptr<TemporaryPath> temporary_;  // null for what is no plain file
    std::unique_ptr<TemporaryPath> backup_;     // what stood in its place
    bool in_place_ = false;
    int file_ = -1;
};

/// A whole file at once.
void write_file(const std::string& path, std::string_view content);

}  // namespace neighborscope
