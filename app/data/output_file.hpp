// A file being written: beside its place until it is whole, so that nobody ever finds half of one.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace neighborscope {

/// Opens a file of its own beside `path` at once, so that a path that cannot be written is found before the work is done.
/// What is no plain file (a pipe, /dev/null) is written directly. Removed again unless committed. Input Errors name the path.
class OutputFile {
public:
    explicit OutputFile(const std::string& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(const void* data, std::size_t bytes);
    void write(std::string_view text) { write(text.data(), text.size()); }
    /// Brings it to the disk, closes it and puts it in its place.
    void commit();
    const std::string& path() const { return path_; }
    /// The file being written, for who writes by name instead of `write`.
    const std::string& place() const { return beside_.empty() ? target_ : beside_; }

private:
    [[noreturn]] void fail(int error) const;
    void flush();

    std::string path_, target_, beside_, buffer_;
    int file_ = -1;
};

/// A whole file at once.
void write_file(const std::string& path, std::string_view content);

}  // namespace neighborscope
