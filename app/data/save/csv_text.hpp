// Fields of the CSV files this program writes.
#pragma once
#include "app/data/data_set.hpp"

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

/// The fewest digits that are read as this number again.
template <class Number>
void append_number(std::string& text, Number number) {
    char digits[40];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// Quoted where RFC 4180 or a reader's comments ask for it.
void append_field(std::string& text, std::string_view field);

/// Writes true coordinates so that they are read back as they are.
class CoordinateText {
public:
    explicit CoordinateText(const DataSet&);
    /// Of the data set, or of other coordinates relative to its origin.
    void append(std::string& text, const float* row, int axis) const;

private:
    const std::vector<double>& origin_;
    std::vector<bool> short_digits_;  ///< per axis: a float's own digits will do
};

}  // namespace neighborscope
