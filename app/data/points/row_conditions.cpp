#include "app/data/points/row_conditions.hpp"

#include "app/data/points/data_set.hpp"
#include "gpu/options.hpp"
#include "gpu/row_filter.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>

namespace neighborscope {
namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

std::optional<double> number_in(std::string_view text) {
    if (text.size() > 1 && text[0] == '+') text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && !std::isnan(value) ? std::optional(value) : std::nullopt;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

/// Refers to the text that it was split from.
struct Condition {
    std::string_view text, column, order, value;
    std::size_t next = 0;  ///< where another order may begin

    bool holds(double number, double than) const {
        if (order == "=") return number == than;
        if (order == "!=") return number != than;
        if (order == "<") return number < than;
        if (order == "<=") return number <= than;
        return order == ">" ? number > than : number >= than;
    }
};

/// Splits at the first order from `from` on; names of columns may contain one. Nothing if there is none.
bool split(Condition& condition, std::size_t from = 0) {
    const std::string_view text = condition.text;
    for (std::size_t at = from; at < text.size(); ++at)
        for (const std::string_view order : {"!=", "<=", ">=", "==", "=", "<", ">"}) {
            if (!text.substr(at).starts_with(order)) continue;
            condition.column = trimmed(text.substr(0, at));
            condition.order = order == "==" ? "=" : order;
            condition.value = trimmed(text.substr(at + order.size()));
            condition.next = at + order.size();
            return true;
        }
    return false;
}

Condition parsed(const std::string& text) {
    Condition condition{text, {}, {}, {}};
    if (!split(condition) || condition.column.empty() || condition.value.empty())
        throw Error(Failure::usage, "'" + text + "' is no condition on the rows",
            "write a column, one of = != < <= > >=, and a value: class=quake or mag>5");
    return condition;
}

/// A column that rows are judged by: the values of a quantity, coordinates of an axis, or numbers of rows.
struct Column {
    const Quantity* quantity = nullptr;
    int axis = -1;
};

std::optional<Column> column_named(const DataSet& data, std::string_view name) {
    for (const Quantity& quantity : data.quantities)
        if (quantity.name == name && !quantity.colours()) return Column{&quantity};
    if (name == "class")
        if (const Quantity* const label = data.label()) return Column{label};
    for (std::size_t axis = 0; axis < data.axes.size(); ++axis)
        if (data.axes[axis] == name) return Column{nullptr, int(axis)};
    return name == "row" ? std::optional(Column{}) : std::nullopt;
}

[[noreturn]] void refuse_column(const DataSet& data, const Condition& condition) {
    const std::vector<std::string> known = condition_columns(data);
    const std::string near = nearest_name(condition.column, std::vector<std::string_view>(known.begin(), known.end()));
    std::string all;
    constexpr std::size_t most = 12;
    for (std::size_t i = 0; i < std::min(known.size(), most); ++i) all += (i == 0 ? "" : ", ") + known[i];
    if (known.size() > most) all += ", ...";
    throw Error(Failure::usage, quoted(condition.text) + ": " + data.name + " has no column '" + std::string(condition.column) + "'",
        near.empty() ? "its columns are " + all : "did you mean '" + near + "'?");
}

/// The condition with its column, which may contain a sign of order.
Condition with_known_column(const DataSet& data, const std::string& text) {
    const Condition first = parsed(text);
    Condition condition = first;
    do
        if (!condition.value.empty() && column_named(data, condition.column)) return condition;
    while (split(condition, condition.next));
    refuse_column(data, first);
}

/// Checks whether the values of the column can be compared so.
void check_value(const Condition& condition, const Column& column) {
    const std::string name(condition.column);
    if (!column.quantity || column.quantity->numbers()) {
        if (!number_in(condition.value))
            throw Error(Failure::usage, quoted(condition.text) + ": " + name + " has numbers, and " + quoted(condition.value) + " is none",
                "compare with a number, such as " + name + std::string(condition.order) + "5");
    } else if (condition.order != "=" && condition.order != "!=") {
        throw Error(Failure::usage, quoted(condition.text) + ": " + name + " has words, which have no order", "compare them with = or !=");
    }
}

template <class Number>
void keep(std::vector<bool>& allowed, const Condition& condition, Number number) {
    const double than = *number_in(condition.value);
    for (std::size_t row = 0; row < allowed.size(); ++row) {
        const double value = number(std::int64_t(row));
        if (allowed[row] && !(condition.holds(value, than) && !std::isnan(value))) allowed[row] = false;
    }
}

/// Returns a hint if no row has the word.
std::string keep_words(std::vector<bool>& allowed, const Condition& condition, const std::string& column, const WordValues& words) {
    const auto word = std::find(words.different.begin(), words.different.end(), condition.value);
    const std::int32_t wanted = word == words.different.end() ? -2 : std::int32_t(word - words.different.begin());
    const bool equal = condition.order == "=";
    for (std::size_t row = 0; row < allowed.size(); ++row) {
        const std::int32_t value = words.of_point[row];
        const bool missing = value == WordValues::missing || words.different[std::size_t(value)].empty();
        if (missing || (value == wanted) != equal) allowed[row] = false;
    }
    if (wanted >= 0) return {};
    const std::string near = nearest_name(condition.value, std::vector<std::string_view>(words.different.begin(), words.different.end()));
    return "no row has " + column + " '" + std::string(condition.value) + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?");
}

}  // namespace

void check_condition(const std::string& text) { (void)parsed(text); }

void check_condition(const DataSet& data, const std::string& text) {
    const Condition condition = with_known_column(data, text);
    check_value(condition, *column_named(data, condition.column));
}

std::vector<std::string> conditions_in(const std::string& text) {
    constexpr std::string_view joint = " and ";
    std::vector<std::string> all;
    std::string_view rest = text;
    while (!trimmed(rest).empty()) {
        const std::size_t end = rest.find(joint);
        if (const std::string_view one = trimmed(rest.substr(0, end)); !one.empty()) all.emplace_back(one);
        if (end == std::string_view::npos) break;
        rest.remove_prefix(end + joint.size());
    }
    return all;
}

std::vector<std::string> condition_columns(const DataSet& data) {
    std::vector<std::string> names;
    for (const Quantity& quantity : data.quantities)
        if (!quantity.colours()) names.push_back(quantity.name);
    if (data.label() && std::find(names.begin(), names.end(), "class") == names.end()) names.push_back("class");
    names.insert(names.end(), data.axes.begin(), data.axes.end());
    names.push_back("row");
    return names;
}

void apply_conditions(DataSet& data, const RowConditions& conditions, const std::vector<bool>& mask) {
    data.filter.reset();
    data.filter_hint.clear();
    data.conditions = conditions;
    if (conditions.empty()) return;
    std::vector<bool> allowed(std::size_t(data.count()), true);
    if (!conditions.mask.empty())
        for (std::size_t row = 0; row < allowed.size(); ++row) {
            const auto file_row = std::size_t(data.file_row(std::int64_t(row)));
            allowed[row] = file_row < mask.size() && mask[file_row];  // a point added by hand is in no mask
        }
    for (const std::string& text : conditions.where) {
        const Condition split_at = with_known_column(data, text);
        const std::string name(split_at.column);
        const Column column = *column_named(data, name);
        check_value(split_at, column);
        std::string hint;
        if (column.axis >= 0) keep(allowed, split_at, [&](std::int64_t row) { return data.coordinate(row, column.axis); });
        else if (!column.quantity) keep(allowed, split_at, [&](std::int64_t row) { return double(data.file_row(row)); });
        else if (const WordValues* const words = column.quantity->words()) hint = keep_words(allowed, split_at, name, *words);
        else {
            const std::vector<double>& values = column.quantity->numbers()->of_point;
            keep(allowed, split_at, [&](std::int64_t row) { return values[std::size_t(row)]; });
        }
        if (data.filter_hint.empty()) data.filter_hint = hint;
    }
    data.filter = std::make_shared<const RowFilter>(std::move(allowed));
}

std::int64_t allowed_rows(const DataSet& data) { return data.filter ? data.filter->count() : data.count(); }

std::string conditions_text(const RowConditions& conditions) {
    std::string text;
    for (const std::string& one : conditions.where) text += (text.empty() ? "" : " and ") + one;
    if (!conditions.mask.empty()) text += (text.empty() ? "" : " and ") + std::filesystem::path(conditions.mask).filename().string();
    return text;
}

std::string filter_text(const DataSet& data) {
    if (!data.filter) return {};
    const std::int64_t count = data.filter->count();
    std::string text = (count == 0 ? std::string("none") : std::to_string(count)) + " of " + std::to_string(data.count()) +
                       (data.count() == 1 ? " row" : " rows") + (count == 1 ? " is allowed: " : " are allowed: ") +
                       conditions_text(data.conditions);
    if (count == 0) text += ", so every list is empty";
    if (!data.filter_hint.empty()) text += "; " + data.filter_hint;
    return text;
}

}  // namespace neighborscope
