// Fields of a binary file, read one after another. Every count is checked against the bytes that are left before anything is made of it.
#pragma once
#include "app/data/load/input_file.hpp"
#include "gpu/index/bytes.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace neighborscope::index_files {

inline constexpr std::uint64_t most_rows = 0x7fffffff;
inline constexpr int most_dimensions = 65536;
inline constexpr int most_levels = 64;

/// Items that lie in the file, at any alignment.
template <class Number>
struct Items {
    const char* first = nullptr;
    std::uint64_t count = 0;
    Number operator[](std::uint64_t place) const { return stored::number_at<Number>(first + sizeof(Number) * place); }
};

class ByteReader {
public:
    /// The file must outlive this. Begins at that byte.
    explicit ByteReader(const InputFile& file, std::uint64_t at = 0);

    std::uint64_t at() const { return at_; }
    std::uint64_t size() const { return size_; }
    std::uint64_t left() const { return size_ - at_; }
    const std::string& path() const { return file_.path(); }
    const char* bytes_at(std::uint64_t byte) const { return first_ + byte; }
    void go_to(std::uint64_t byte);

    /// The next number; `what` it is, for the error when the file ends here.
    template <class Number>
    Number number(std::string_view what) {
        return stored::number_at<Number>(take(1, sizeof(Number), what));
    }
    /// The next `count` items of `bytes` bytes each.
    const char* take(std::uint64_t count, std::uint64_t bytes, std::string_view what);
    /// The next `count` numbers.
    template <class Number>
    Items<Number> items(std::uint64_t count, std::string_view what) {
        return {take(count, sizeof(Number), what), count};
    }
    /// A count as uint64, then so many numbers: how FAISS writes a vector.
    template <class Number>
    Items<Number> counted(std::string_view what) {
        const auto count = number<std::uint64_t>(what);
        return items<Number>(count, what);
    }
    /// Four letters; refused when they are not printable.
    std::string code(std::string_view what);

    /// The input Error "FILE, byte N: CAUSE; REMEDY".
    [[noreturn]] void fail(std::uint64_t byte, const std::string& cause, const std::string& remedy = damaged) const;
    /// Nothing may be left but what is allowed to follow.
    void expect_end(std::string_view what) const;
    static const std::string damaged;  ///< "the file was cut or is damaged: copy it again"

private:
    const InputFile& file_;
    const char* first_;
    std::uint64_t size_, at_;
};

/// The Errors for sizes that this program does not hold, `byte` being where they stand.
void check_rows(const ByteReader&, std::uint64_t byte, std::uint64_t rows);
int checked_dimension(const ByteReader&, std::uint64_t byte, std::uint64_t dimension);
int checked_levels(const ByteReader&, std::uint64_t byte, std::int64_t top_level);

}  // namespace neighborscope::index_files
