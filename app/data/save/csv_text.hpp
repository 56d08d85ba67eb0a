// Writes fields of CSV files.
#pragma once
#include "app/data/points/data_set.hpp"

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

/// Formats a number with the fewest digits that give the same number when read.
template <class Number>
void append_number(std::string& text, Number number) {
    char digits[40];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// Quotes a field if RFC 4180 or a reader's comments require it.
void append_field(std::string& text, std::string_view field);

/// Writes true coordinates so that reading gives the same values.
class CoordinateText {
public:
    explicit CoordinateText(const DataSet&);
    /// Appends a coordinate of the data set, or of other rows relative to its origin.
    void append(std::string& text, const float* row, int axis) const;

private:
    /// Which digits give the same coordinate when read: a float's own, the fewest of origin + coordinate, or all of these.
    enum class Digits { of_float, of_sum, all };
    static Digits digits_of(double origin, float least, float most, const std::vector<float>& sample, std::int64_t count);
    /// Appends the fewest digits, or one more, that give this coordinate after subtracting the origin.
    static void append_shortest(std::string& text, double origin, float coordinate);

    const std::vector<double>& origin_;
    std::vector<Digits> digits_;  ///< [dimension]
};

}  // namespace neighborscope
