// A whole file as read-only memory: mapped, so that the system pages it in as it is read, or unpacked when it is gzip.
#pragma once
#include "gpu/progress.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace neighborscope {

class InputFile {
public:
    /// Input Error with the cause and the way out when `path` does not exist, is a folder, a pipe or a device, cannot be read,
    /// is empty, or is gzip that is damaged (with the byte of the packed file). A memory Error before it outgrows the machine.
    /// Of gzip no more than `most_unpacked` bytes are unpacked, see `is_partial`.
    explicit InputFile(std::string path, const Progress& = {}, std::size_t most_unpacked = ~std::size_t(0));
    /// Bytes that are already in memory, a member of an archive for one, under the name that messages give them.
    InputFile(std::string path, std::string bytes);
    struct Free {
        void operator()(char*) const;
    };
    using Memory = std::unique_ptr<char, Free>;  ///< of malloc
    /// Bytes that lie elsewhere and outlive this, or in `memory`; of a part of a text, so many lines are before it.
    static InputFile view(std::string path, std::string_view bytes, std::size_t lines_before = 0, Memory memory = nullptr) {
        return {std::move(path), bytes, lines_before, std::move(memory)};
    }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    const char* begin() const { return bytes_.data(); }
    const char* end() const { return bytes_.data() + bytes_.size(); }
    std::size_t size() const { return bytes_.size(); }
    /// Without UTF-8's byte order mark.
    std::string_view bytes() const { return bytes_; }
    std::size_t byte_order_mark_bytes() const { return byte_order_mark_bytes_; }  ///< that this mark took
    /// As given; with "(unpacked)" where a byte or line is to be named of what was gzip.
    const std::string& path() const { return path_; }
    /// As given, without a closing ".gz": by this name formats are told apart.
    std::string_view name() const { return name_; }
    bool unpacked() const { return bool(memory_); }
    /// Whether `bytes` is only the beginning of what gzip holds: the rest comes from `packed`.
    bool is_partial() const { return is_partial_; }
    /// The file as it is on the disk, and its name there.
    std::string_view packed() const { return mapped_; }
    /// Memory of [from, until) of those bytes, which were read, goes back to the system: read again, they come from the disk. Nothing is
    /// done of bytes that lie elsewhere.
    void release_pages(const char* from, const char* until) const;
    std::size_t packed_bytes_read() const { return packed_bytes_read_; }  ///< how many of those bytes made `bytes`
    const std::string& on_disk() const { return on_disk_; }
    std::size_t lines_before() const { return lines_before_; }

private:
    InputFile(std::string path, std::string_view bytes, std::size_t lines_before, Memory memory)
        : path_(std::move(path)), name_(path_), bytes_(bytes), memory_(std::move(memory)), lines_before_(lines_before) {}
    void unpack(const Progress&, std::size_t most);
    void skip_byte_order_mark();

    std::string path_, name_, on_disk_;
    std::string_view bytes_;
    std::string_view mapped_;
    std::string owned_;
    Memory memory_;
    std::size_t lines_before_ = 0, packed_bytes_read_ = 0, byte_order_mark_bytes_ = 0;
    bool is_partial_ = false;
};

/// "data.csv" of "data.csv.gz": the name without a closing ".gz" in any case.
std::string_view without_gz(std::string_view file_name);

}  // namespace neighborscope
