// gzip, unpacked a piece at a time, member after member.
// Specification: RFC 1952.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace neighborscope {

class Inflation;
class InputFile;

class GzipStream {
public:
    /// Of what the file holds on the disk, the memory of which is given back behind what was read. The file must outlive this.
    explicit GzipStream(const InputFile&);
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

    const InputFile& file_;
    std::string_view packed_;
    std::size_t member_at_ = 0, given_back_ = 0;
    std::unique_ptr<Inflation> member_;
};

}  // namespace neighborscope
