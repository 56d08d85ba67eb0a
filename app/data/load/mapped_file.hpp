// A whole file as read-only memory. The system pages it in as it is read, so large files are never copied as a whole.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace neighborscope {

class MappedFile {
public:
    /// Input Error with the cause and the way out when `path` does not exist, is a folder, a pipe or a device, cannot be read
    /// or is empty.
    explicit MappedFile(std::string path);
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    const char* begin() const { return begin_; }
    const char* end() const { return begin_ + size_; }
    std::size_t size() const { return size_; }
    const std::string& path() const { return path_; }
    std::string_view bytes() const { return {begin_, size_}; }

private:
    std::string path_;
    const char* begin_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace neighborscope
