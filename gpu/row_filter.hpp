// The rows of a point set that a search may return.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace neighborscope {

class RowFilter {
public:
    /// [rows] whether each may be returned.
    explicit RowFilter(std::vector<bool> allowed)
        : allowed_(std::move(allowed)), count_(std::count(allowed_.begin(), allowed_.end(), true)) {}
    bool allows(std::int64_t row) const { return allowed_[std::size_t(row)]; }
    std::int64_t rows() const { return std::int64_t(allowed_.size()); }
    std::int64_t count() const { return count_; }  ///< of allowed rows
    bool operator==(const RowFilter& other) const { return allowed_ == other.allowed_; }

private:
    std::vector<bool> allowed_;
    std::int64_t count_ = 0;
};

}  // namespace neighborscope
