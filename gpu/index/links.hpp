// The links of a graph of one or several levels, where they lie in a file.
#pragma once
#include "gpu/index/bytes.hpp"

#include <cstdint>

namespace neighborscope::stored {

/// The links of one row at one level: rows, as 32-bit integers.
class Links {
public:
    class Iterator {
    public:
        explicit Iterator(const char* at) : at_(at) {}
        std::int32_t operator*() const { return number_at<std::int32_t>(at_); }
        Iterator& operator++() { return at_ += sizeof(std::int32_t), *this; }
        bool operator!=(const Iterator& other) const { return at_ != other.at_; }

    private:
        const char* at_;
    };
    Links() = default;
    Links(const char* first, int count) : first_(first), count_(count) {}
    int count() const { return count_; }
    std::int32_t operator[](int place) const { return number_at<std::int32_t>(first_ + 4 * std::ptrdiff_t(place)); }
    Iterator begin() const { return Iterator(first_); }
    Iterator end() const { return Iterator(first_ + 4 * std::ptrdiff_t(count_)); }
    bool lead_to(std::int64_t row) const {
        for (const std::int32_t to : *this)
            if (to == row) return true;
        return false;
    }

private:
    const char* first_ = nullptr;
    int count_ = 0;
};

/// How a library lays out the links of its graph. A reader writes one, and has checked that every link names a row.
class LevelLinks {
public:
    virtual ~LevelLinks() = default;
    /// The highest level that a row is on, 0 for most.
    virtual int level(std::int64_t row) const = 0;
    /// The links of a row at a level; none above its own. In the order of the file, which is the order of the search.
    virtual Links of(std::int64_t row, int level) const = 0;
};

}  // namespace neighborscope::stored
