// What is said of each point beside where it is: numbers, words, colours. A quantity answers for itself: by what points are told apart,
// what stands on a card, what is written to a file. The next kind of values is one more struct here.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace neighborscope {

/// How points are told apart by a quantity, before a theme gives each shade its colour.
struct Shades {
    static constexpr std::uint32_t of_ramp = 256, most_classes = 10;
    enum class Scale { classes, ramp, own } scale = Scale::own;
    struct Class {
        std::string word;
        std::int64_t count = 0;
    };
    std::vector<Class> classes;                ///< the most frequent, in the order of their shades
    std::int64_t other_words = 0, others = 0;  ///< words beyond those, and the points that have one of them
    std::int64_t missing = 0;                  ///< points without a value; of own colours none
    double low = 0, high = 0;                  ///< of a ramp: its ends, the 1st and the 99th percentile
    double least = 0, most = 0;                ///< of a ramp: the extremes, which may lie beyond
    /// [count]. Classes: which; a ramp: 0 (low) to of_ramp - 1 (high); of both next comes the shade of others, then that of a missing
    /// value. Own: colours as ColourValues has them.
    std::vector<std::uint32_t> of_point;
};

/// One column of a file that a quantity is written to.
struct StoredColumn {
    std::string name;
    enum class Type { float64, float32, int32, uint8 } type = Type::float64;
    const std::vector<std::string>* words = nullptr;  ///< what its numbers are places in; -1 where missing
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
    std::vector<std::string> different;  ///< in the order in which the file first has them
    std::vector<std::int32_t> of_point;  ///< [count], which of `different`

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
    bool is_label = false;  ///< it is the class of a point
    bool is_title = false;  ///< it is what a point is called

    /// Null when it is something else.
    const NumberValues* numbers() const { return std::get_if<NumberValues>(&values); }
    const WordValues* words() const { return std::get_if<WordValues>(&values); }
    const ColourValues* colours() const { return std::get_if<ColourValues>(&values); }

    // Each kind of values answers for itself.
    std::int64_t count() const {
        return std::visit([](const auto& kind) { return std::int64_t(kind.of_point.size()); }, values);
    }
    /// Whether points can be coloured by it: what names single points tells nothing by colour.
    bool can_colour() const {
        return is_label || (!is_title && std::visit([](const auto& kind) { return kind.can_colour(); }, values));
    }
    Shades shades() const {
        return std::visit([&](const auto& kind) { return kind.shades(is_label); }, values);
    }
    /// For a card or a list.
    bool has_text() const {
        return std::visit([](const auto& kind) { return kind.has_text(); }, values);
    }
    /// For people: "4.7", "residential", "" where missing. In full; on a card, numbers have six digits and a true minus.
    std::string text(std::int64_t row) const {
        return std::visit([&](const auto& kind) { return kind.text(row); }, values);
    }
    std::string card_text(std::int64_t row) const {
        return std::visit([&](const auto& kind) { return kind.card_text(row); }, values);
    }
    /// Of how many classes points are; nothing when its values are no classes.
    std::optional<std::int64_t> class_count() const {
        return std::visit([](const auto& kind) { return kind.class_count(); }, values);
    }
    /// What it is written as, and the number of a row in one of those columns, NaN where missing.
    std::vector<StoredColumn> columns() const {
        return std::visit([&](const auto& kind) { return kind.columns(name); }, values);
    }
    double stored(std::int64_t row, int column) const {
        return std::visit([&](const auto& kind) { return kind.stored(row, column); }, values);
    }
};

}  // namespace neighborscope
