// A whole file as read-only memory: mapped, so that the system loads pages on access, or unpacked if it is gzip.
#pragma once
#include "gpu/progress.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace neighborscope {

class InputFile {
public:
    /// Input Error with cause and remedy if `path` does not exist, is a folder, a pipe or a device, cannot be read, is empty, or is damaged
    /// gzip (with the byte of the packed file). A memory Error before it outgrows the machine. At most `most_unpacked` bytes of gzip are
    /// unpacked, see `is_partial`.
    explicit InputFile(std::string path, const Progress& = {}, std::size_t most_unpacked = ~std::size_t(0));
    /// Bytes in memory, such as a member of an archive, under a name for messages.
    InputFile(std::string path, std::string bytes);
    struct Free {
        void operator()(char*) const;
    };
    using Memory = std::unique_ptr<char, Free>;  ///< allocated by malloc
    /// A view of bytes that outlive this or are in `memory`; `lines_before` lines precede a part of a text.
    static InputFile view(std::string path, std::string_view bytes, std::size_t lines_before = 0, Memory memory = nullptr) {
        return {std::move(path), bytes, lines_before, std::move(memory)};
    }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    const char* begin() const { return bytes_.data(); }
    const char* end() const { return bytes_.data() + bytes_.size(); }
    std::size_t size() const { return bytes_.size(); }
    /// The bytes without UTF-8's byte order mark.
    std::string_view bytes() const { return bytes_; }
    std::size_t byte_order_mark_bytes() const { return byte_order_mark_bytes_; }  ///< length of that mark
    /// As given; with "(unpacked)" if messages name a byte or line of unpacked gzip.
    const std::string& path() const { return path_; }
    /// As given, without a final ".gz": determines the format.
    std::string_view name() const { return name_; }
    bool unpacked() const { return bool(memory_); }
    /// Whether `bytes` is only the beginning of the unpacked gzip: `packed` has the rest.
    bool is_partial() const { return is_partial_; }
    /// The bytes of the file on disk.
    std::string_view packed() const { return mapped_; }
    /// Releases the memory of [from, until) of the packed bytes; later reads load them from disk again. Does nothing for bytes elsewhere.
    void release_pages(const char* from, const char* until) const;
    std::size_t packed_bytes_read() const { return packed_bytes_read_; }  ///< how many packed bytes were unpacked to `bytes`
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

/// "data.csv" for "data.csv.gz": the name without a final ".gz" in any case.
std::string_view without_gz(std::string_view file_name);

}  // namespace neighborscope
