// Parses records of separated text to coordinates and quantities.
#pragma once
#include "app/data/load/assemble.hpp"
#include "app/data/load/csv/csv_layout.hpp"
#include "app/data/load/csv/csv_table.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace neighborscope::csv {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

class Parser {
public:
    /// Reads records of `text`, which ends at `end`. Sets `found_text` for each quantity of numbers that has a text.
    Parser(const InputFile& text, const Layout& layout, const char* end, const TablePlan& plan, bool strict,
        std::vector<std::atomic<bool>>& found_text)
        : file_(text),
          layout_(layout),
          end_(end),
          strict_(strict),
          columns_(std::size_t(layout.columns)),
          colours_(plan.colours.size()),
          colour_scale_(plan.colour_scale),
          found_text_(found_text) {
        for (const int at : plan.coordinates) {
            Column& column = columns_[std::size_t(at)];
            column.axis = int(dimension_);
            column.parts = layout.facts[std::size_t(at)].parts;
            dimension_ += layout.width_of(at);
        }
        for (std::size_t i = 0; i < plan.quantities.size(); ++i) {
            Column& column = columns_[std::size_t(plan.quantities[i].column)];
            column.quantity = int(i);
            column.words = plan.quantities[i].words;
        }
        for (std::size_t i = 0; i < colours_; ++i) columns_[std::size_t(plan.colours[i])].colour = int(i);
    }

    /// Reads the records that begin in [p, last). Null collectors are skipped.
    void read(const char* p, const char* last, RowCollector* coordinates, QuantityCollector* further) const {
        if (!further) read_records<true, false>(p, last, coordinates, further);
        else if (coordinates) read_records<true, true>(p, last, coordinates, further);
        else read_records<false, true>(p, last, coordinates, further);
    }

private:
    /// What a column is used for; -1: not for that.
    struct Column {
        int axis = -1, quantity = -1, colour = -1;
        int parts = 0;  ///< coordinates in one field, from `axis` on; 0 for a number
        bool words = false;
    };
    /// Per thread, so that long words and the colour of a row need no allocation.
    struct Scratch {
        std::string quotes;
        std::array<double, 3> colour{};
        std::vector<double> parts;
    };

    template <bool coordinates, bool further>
    void read_records(const char* p, const char* last, RowCollector* rows, QuantityCollector* quantities) const {
        const Dialect& dialect = layout_.dialect;
        const char* end = end_;
        std::vector<double> row(dimension_);
        Scratch scratch;
        for (p = next_record(p, last, dialect); p < last; p = next_record(p < end ? p + 1 : end, last, dialect)) {
            const char* record = p;
            if constexpr (further) {
                quantities->begin_row();
                scratch.colour.fill(no_number);
            }
            p = read_record<coordinates, further>(p, row.data(), quantities, scratch);
            if constexpr (further)
                if (colours_ == 3) set_colour(scratch.colour, *quantities);
            if constexpr (coordinates) {
                check_row(rows->add(row.data()), *rows, {strict_, "the column", "NaN, infinite or missing"}, [&](std::size_t axis) {
                    const auto found = std::find_if(columns_.begin(), columns_.end(), [axis](const Column& column) {
                        return column.axis >= 0 && int(axis) >= column.axis && int(axis) < column.axis + std::max(1, column.parts);
                    });
                    return place(file_, record) + ": " + layout_.in_column(int(found - columns_.begin()));
                });
            }
        }
    }

    /// Sets `row` and the newest row of `quantities`; returns the end of the record.
    template <bool coordinates, bool further>
    const char* read_record(const char* p, double* row, QuantityCollector* quantities, Scratch& scratch) const {
        const Dialect& dialect = layout_.dialect;
        const char *end = end_, *record = p;
        const std::size_t columns = columns_.size();
        for (std::size_t at = 0;; ++at) {
            if (at == columns) {
                // A delimiter at the end of a line is not followed by a field.
                p = skip_blanks(p, end, dialect);
                if (is_record_end(p, end)) return p;
                wrong_width(record);
            }
            const Column& column = columns_[at];
            const char* field = p;
            if (at == 0 && dialect.numbers_after_word && column.axis < 0) {
                p = read_word_quantity(p, column, quantities, scratch);
            } else if (column.axis >= 0) {
                if constexpr (coordinates) {
                    double& value = row[column.axis];
                    if (column.parts > 0) p = read_several(p, at, &value, scratch);
                    else if (!read_plain(p, value)) p = read_unusual(p, at, value);
                } else {
                    p = skip_field(p);
                }
                if constexpr (further)
                    if (column.quantity >= 0) read_quantity(field, column, *quantities, scratch);
            } else if (further && (column.quantity >= 0 || column.colour >= 0)) {
                p = read_quantity(p, column, *quantities, scratch);
            } else {
                p = skip_field(p);
            }
            if (is_record_end(p, end)) {
                if (at + 1 != columns) wrong_width(record);
                return p;
            }
            if (!dialect.blanks()) ++p;
        }
    }

    /// Reads the usual case, a plain number that ends where the field ends, and moves `p` there. Otherwise returns false and leaves `p`.
    bool read_plain(const char*& p, double& value) const {
        const Dialect& dialect = layout_.dialect;
        const char* end = end_;
        const fast_float::parse_options options(fast_float::chars_format::general, dialect.decimal_comma ? ',' : '.');
        const char* begin = p;
        while (begin < end && dialect.is_blank(*begin)) ++begin;
        const auto [stopped, error] = fast_float::from_chars_advanced(begin, end, value, options);
        const char* after = stopped;
        while (after < end && dialect.is_blank(*after)) ++after;
        const bool separated = after == end || *after == '\n' || (dialect.blanks() ? after > stopped : *after == dialect.delimiter);
        if (error != std::errc{} || !separated || !(std::fabs(value) <= double(std::numeric_limits<float>::max()))) return false;
        p = after;
        return true;
    }

    const char* skip_field(const char* p) const {
        Field field;
        return read_field_at(p, field);
    }

    const char* read_field_at(const char* p, Field& field) const {
        p = read_field(p, end_, layout_.dialect, field);
        if (field.open) never_closed(field);
        return p;
    }

    /// Reads a coordinate that is quoted, missing, too large or not a number.
    const char* read_unusual(const char* p, std::size_t column, double& value) const {
        Field field;
        const char* after = read_field_at(p, field);
        const Kind kind = read_number(field.text(), layout_.dialect, value);
        if (kind == Kind::number || kind == Kind::missing) return after;
        refuse_coordinate(file_, layout_, int(column), field, kind);
    }

    /// Reads the word at the beginning of a line of word vectors.
    const char* read_word_quantity(const char* p, const Column& column, QuantityCollector* quantities, Scratch& scratch) const {
        Field field;
        p = csv::read_word(p, end_, layout_.dialect, field);
        if (quantities && column.quantity >= 0) quantities->word(std::size_t(column.quantity), content(field, scratch.quotes));
        return p;
    }

    /// Reads the coordinates in one field.
    const char* read_several(const char* p, std::size_t at, double* values, Scratch& scratch) const {
        Field field;
        const char* after = read_field_at(p, field);
        const std::size_t count = std::size_t(columns_[at].parts);
        const FieldForm form =
            is_missing(field.text()) ? FieldForm::missing : read_compound_field(content(field, scratch.quotes), scratch.parts);
        if (form == FieldForm::missing) std::fill_n(values, count, no_number);
        else if (form != layout_.facts[at].form || scratch.parts.size() != count)
            refuse_coordinate(file_, layout_, int(at), field, Kind::text);
        else std::copy_n(scratch.parts.begin(), count, values);
        return after;
    }

    /// Reads a quantity or a component of a colour.
    const char* read_quantity(const char* p, const Column& column, QuantityCollector& quantities, Scratch& scratch) const {
        if (column.quantity >= 0 && column.words) {
            Field field;
            p = read_field_at(p, field);
            quantities.word(std::size_t(column.quantity), content(field, scratch.quotes));
            return p;
        }
        double value = no_number;
        if (!read_plain(p, value)) {
            Field field;
            p = read_field_at(p, field);
            if (column.colour >= 0 && colours_ == 1) {
                set_hex_colour(field.text(), quantities);
                return p;
            }
            const Kind kind = read_number(field.text(), layout_.dialect, value);
            if (kind == Kind::text && column.quantity >= 0) found_text_[std::size_t(column.quantity)] = true;
        }
        if (column.quantity >= 0) quantities.number(std::size_t(column.quantity), value);
        else if (colours_ == 3) scratch.colour[std::size_t(column.colour)] = value;
        return p;
    }

    void set_colour(const std::array<double, 3>& parts, QuantityCollector& quantities) const {
        std::array<std::uint32_t, 3> bytes{};
        for (std::size_t i = 0; i < 3; ++i) {
            if (std::isnan(parts[i])) return;
            bytes[i] = std::uint32_t(std::lround(std::clamp(parts[i] * colour_scale_, 0.0, 255.0)));
        }
        quantities.colour(rgb(bytes[0], bytes[1], bytes[2]));
    }

    static void set_hex_colour(std::string_view text, QuantityCollector& quantities) {
        std::uint32_t value = 0;
        if (text.size() != 7 || text[0] != '#' || std::from_chars(text.data() + 1, text.data() + 7, value, 16).ptr != text.data() + 7)
            return;
        quantities.colour(rgb(value >> 16, value >> 8 & 255, value & 255));
    }

    [[noreturn]] void wrong_width(const char* record) const {
        std::size_t fields = 0;
        csv::read_record(record, end_, layout_.dialect, [&](const Field&) { return bool(++fields); });
        const bool words = layout_.dialect.numbers_after_word > 0;
        throw Error(Failure::input,
            place(file_, record) + " has " + std::to_string(fields) + (fields == 1 ? " field" : " fields") + " where " +
                (words                  ? "a line has a word and " + std::to_string(columns_.size() - 1) + " numbers"
                    : layout_.row_names ? "the first row has " + std::to_string(columns_.size())
                                        : "the first line has " + std::to_string(columns_.size())),
            words ? "correct the line or remove it" : "give every line as many fields, quote fields that hold the delimiter");
    }

    [[noreturn]] void never_closed(const Field& field) const {
        refuse_line(file_, field.begin - 1, "this quote is never closed", "close it, or remove it");
    }

    const InputFile& file_;
    const Layout& layout_;
    const char* end_;
    bool strict_;
    std::vector<Column> columns_;  ///< [columns of the file]
    std::size_t dimension_ = 0, colours_;
    double colour_scale_;
    std::vector<std::atomic<bool>>& found_text_;  ///< [quantities]
};

}  // namespace neighborscope::csv
