// Numbers where they lie in a file that is mapped into memory: little endian, at any alignment, not copied.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace neighborscope::stored {

/// The number of these bytes.
template <class Number>
Number number_at(const char* bytes) {
    Number number;
    std::memcpy(&number, bytes, sizeof number);
    return number;
}

/// One number of each row, `stride` bytes apart.
template <class Number>
class Column {
public:
    Column() = default;
    explicit Column(const char* first, std::size_t stride = sizeof(Number)) : first_(first), stride_(stride) {}
    explicit operator bool() const { return first_ != nullptr; }
    Number operator[](std::int64_t row) const { return number_at<Number>(first_ + std::size_t(row) * stride_); }

private:
    const char* first_ = nullptr;
    std::size_t stride_ = 0;
};

}  // namespace neighborscope::stored
