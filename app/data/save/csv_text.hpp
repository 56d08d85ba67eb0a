// Fields of the CSV files this program writes.
#pragma once
#include "app/data/points/data_set.hpp"

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
    /// What is read back as the same coordinate: a float's own digits, the fewest of origin + coordinate, or all of these.
    enum class Digits { of_float, of_sum, all };
    static Digits digits_of(double origin, float least, float most, const std::vector<float>& sample, std::int64_t count);
    /// The fewest digits, or one more, that are this coordinate again when the origin is taken off.
    static void append_shortest(std::string& text, double origin, float coordinate);

    const std::vector<double>& origin_;
    std::vector<Digits> digits_;  ///< [dimension]
};

}  // namespace neighborscope
