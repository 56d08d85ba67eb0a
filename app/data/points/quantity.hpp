// Quantities: values that belong to each point besides its coordinates, as numbers, words or colours. Each kind of values knows how it
// colours points, what a card shows and what is written to a file. A new kind of values is one more struct here.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace neighborscope {

/// The shade of each point by a quantity; a theme gives each shade its colour.
struct Shades {
    static constexpr std::uint32_t of_ramp = 256, most_classes = 10;
    enum class Scale { classes, ramp, own } scale = Scale::own;
    struct Class {
        std::string word;
        std::int64_t count = 0;
    };
    std::vector<Class> classes;                ///< the most frequent classes, in the order of their shades
    std::int64_t other_words = 0, others = 0;  ///< number of other words, and of the points that have one of them
    std::int64_t missing = 0;                  ///< points without a value; 0 for ColourValues
    double low = 0, high = 0;                  ///< ends of a ramp: the 1st and the 99th percentile
    double least = 0, most = 0;                ///< extremes of a ramp, which may lie beyond its ends
    /// [count]. Classes: the class; a ramp: 0 (low) to of_ramp - 1 (high). For both, the next shade is for other words and the one after it
    /// for missing values. Own colours: as in ColourValues.
    std::vector<std::uint32_t> of_point;
};

/// One column of a file to which a quantity is written.
struct StoredColumn {
    std::string name;
    enum class Type { float64, float32, int32, uint8 } type = Type::float64;
    const std::vector<std::string>* words = nullptr;  ///< the words that its numbers index; -1 if missing
};

struct NumberValues {
    static constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> of_point;  ///< [count]

    bool can_colour() const { return true; }
    bool has_text() const { return true; }
    std::string text(std::int64_t row) const;
    std::string card_text(std::int64_t row) const;
    std::optional<std::int64_t> class_count() const;
    Shades shades(bool label) const;
    std::vector<StoredColumn> columns(const std::string& name) const { return {{name}}; }
    double stored(std::int64_t row, int) const { return of_point[std::size_t(row)]; }
};

struct WordValues {
    static constexpr std::int32_t missing = -1;
    std::vector<std::string> different;  ///< in the order of their first occurrence in the file
    std::vector<std::int32_t> of_point;  ///< [count], index into `different`

    bool can_colour() const;
    bool has_text() const { return true; }
    std::string text(std::int64_t row) const;
    std::string card_text(std::int64_t row) const { return text(row); }
    std::optional<std::int64_t> class_count() const { return std::int64_t(different.size()); }
    Shades shades(bool label) const;
    std::vector<StoredColumn> columns(const std::string& name) const { return {{name, StoredColumn::Type::int32, &different}}; }
    double stored(std::int64_t row, int) const { return of_point[std::size_t(row)]; }
};

struct ColourValues {
    static constexpr std::uint32_t missing = 0xff808080;
    std::vector<std::uint32_t> of_point;  ///< [count], red in the lowest byte, then green, blue and 255

    bool can_colour() const { return true; }
    bool has_text() const { return false; }
    std::string text(std::int64_t) const { return {}; }
    std::string card_text(std::int64_t) const { return {}; }
    std::optional<std::int64_t> class_count() const { return {}; }
    Shades shades(bool) const;
    std::vector<StoredColumn> columns(const std::string&) const;
    double stored(std::int64_t row, int column) const { return of_point[std::size_t(row)] >> 8 * column & 255; }
};

struct Quantity {
    std::string name;  ///< "magnitude", "class"
    std::variant<NumberValues, WordValues, ColourValues> values;
    bool is_label = false;  ///< the class of a point
    bool is_title = false;  ///< the title of a point

    /// Null if the values are of another kind.
    const NumberValues* numbers() const { return std::get_if<NumberValues>(&values); }
    const WordValues* words() const { return std::get_if<WordValues>(&values); }
    const ColourValues* colours() const { return std::get_if<ColourValues>(&values); }

    std::int64_t count() const {
        return std::visit([](const auto& kind) { return std::int64_t(kind.of_point.size()); }, values);
    }
    /// Whether points can be coloured by it: a title, which names single points, cannot.
    bool can_colour() const {
        return is_label || (!is_title && std::visit([](const auto& kind) { return kind.can_colour(); }, values));
    }
    Shades shades() const {
        return std::visit([&](const auto& kind) { return kind.shades(is_label); }, values);
    }
    /// Whether a card or a list shows a text for it.
    bool has_text() const {
        return std::visit([](const auto& kind) { return kind.has_text(); }, values);
    }
    /// The value as shown: "4.7", "residential", "" if missing. In full; on a card, numbers have six digits and a typographic minus.
    std::string text(std::int64_t row) const {
        return std::visit([&](const auto& kind) { return kind.text(row); }, values);
    }
    std::string card_text(std::int64_t row) const {
        return std::visit([&](const auto& kind) { return kind.card_text(row); }, values);
    }
    /// Returns the number of classes; nothing if the values are not classes.
    std::optional<std::int64_t> class_count() const {
        return std::visit([](const auto& kind) { return kind.class_count(); }, values);
    }
    /// The columns to which it is written, and the number of a row in one of those columns, NaN if missing.
    std::vector<StoredColumn> columns() const {
        return std::visit([&](const auto& kind) { return kind.columns(name); }, values);
    }
    double stored(std::int64_t row, int column) const {
        return std::visit([&](const auto& kind) { return kind.stored(row, column); }, values);
    }
};

}  // namespace neighborscope
