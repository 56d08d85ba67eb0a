// gzip, unpacked a piece at a time, member after member.
// Specification: RFC 1952.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace neighborscope {

class Inflation;

class GzipStream {
public:
    /// `path` is for messages; the packed bytes must outlive this.
    GzipStream(std::string path, std::string_view packed);
    GzipStream(const GzipStream&) = delete;
    GzipStream& operator=(const GzipStream&) = delete;
    ~GzipStream();

    /// Goes back to the first byte.
    void restart();
    /// The next bytes; fewer than `room` only at the end. An input Error with the packed file's byte where it is damaged or ends too early.
    std::size_t read(char* out, std::size_t room);
    /// How many of the packed bytes were read.
    std::size_t taken() const;
    std::size_t packed() const { return packed_.size(); }

private:
    void start_member(std::size_t at);

    std::string path_;
    std::string_view packed_;
    std::size_t member_at_ = 0;
    std::unique_ptr<Inflation> member_;
};

}  // namespace neighborscope
