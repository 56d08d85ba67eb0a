#include "app/data/classify/classes.hpp"

#include "app/data/files/natural_order.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace neighborscope {
namespace {

std::optional<double> number_in(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Returns one word for equal numbers in any notation; 007 is a word, like a post code.
std::string class_name(std::string word) {
    const bool zeros = word.size() > 1 && word[0] == '0' && word[1] != '.';
    const std::optional<double> value = zeros ? std::nullopt : number_in(word);
    if (!value) return word;
    char text[40];
    return {text, std::to_chars(text, text + sizeof text, *value == 0 ? 0.0 : *value).ptr};
}

/// Numbers words in the order of their first occurrence.
class Numbering {
public:
    std::int32_t of(std::string name) {
        const auto [found, fresh] = places_.emplace(std::move(name), std::int32_t(names.size()));
        if (fresh) names.push_back(found->first);
        return found->second;
    }
    std::vector<std::string> names;

private:
    std::unordered_map<std::string, std::int32_t> places_;
};

/// Returns the class of every row, -1 if it has none.
std::vector<std::int32_t> numbered(const DataSet& data, const Quantity& label, Numbering& numbering) {
    std::vector<std::int32_t> rows(std::size_t(data.count()), -1);
    if (const WordValues* words = label.words()) {  // each word once
        std::vector<std::int32_t> of_word(words->different.size(), -1);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const std::int32_t word = words->of_point[row];
            if (word < 0 || words->different[std::size_t(word)].empty()) continue;
            std::int32_t& place = of_word[std::size_t(word)];
            if (place < 0) place = numbering.of(class_name(words->different[std::size_t(word)]));
            rows[row] = place;
        }
        return rows;
    }
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (std::string text = label.text(std::int64_t(row)); !text.empty()) rows[row] = numbering.of(class_name(std::move(text)));
    return rows;
}

[[noreturn]] void refuse_unlabelled(const DataSet& data) {
    const auto& others = data.quantities;
    const auto one = std::find_if(others.begin(), others.end(), [](const Quantity& other) { return !other.is_label && other.has_text(); });
    throw Error(Failure::input, data.name + " has no labels: no column gives the class of a row",
        "name it with --label, " + (one == others.end() ? std::string("by its name or number; `neighborscope preview` shows the columns")
                                                        : "for example --label '" + one->name + "', which is no feature"));
}

void refuse_missing(const DataSet& data, const std::vector<std::int32_t>& rows) {
    const auto missing = std::count(rows.begin(), rows.end(), -1);
    if (missing == 0) return;
    const auto first = std::find(rows.begin(), rows.end(), -1) - rows.begin();
    throw Error(Failure::input,
        data.name + ": " + std::to_string(missing) + " of " + std::to_string(rows.size()) + (missing == 1 ? " rows has" : " rows have") +
            " no label, the first is row " + std::to_string(data.file_row(first)) + ", counted from 0",
        "give every row its class, or remove these rows");
}

void refuse_empty(const DataSet& data) {
    if (data.empty_classes.empty()) return;
    const std::size_t more = data.empty_classes.size() - 1;
    throw Error(Failure::input,
        data.name + ": class '" + data.empty_classes.front() + "'" + (more > 0 ? " and " + std::to_string(more) + " more" : "") +
            (more > 0 ? " are declared, but no row has one of them" : " is declared, but no row has it"),
        "add rows of this class, or remove it from the declaration");
}

void sort_names(Classes& classes) {
    std::vector<std::optional<double>> numbers;
    for (const std::string& name : classes.names) numbers.push_back(number_in(name));
    std::vector<std::int32_t> order(classes.names.size()), place(order.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        const auto &left = numbers[std::size_t(a)], &right = numbers[std::size_t(b)];
        if (left && right) return *left < *right;
        if (left || right) return left.has_value();
        return natural_less(classes.names[std::size_t(a)], classes.names[std::size_t(b)]);
    });
    std::vector<std::string> sorted;
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[std::size_t(order[i])] = std::int32_t(i);
        sorted.push_back(std::move(classes.names[std::size_t(order[i])]));
    }
    classes.names = std::move(sorted);
    for (auto* rows : {&classes.of_training, &classes.of_test})
        for (std::int32_t& row : *rows) row = place[std::size_t(row)];
}

std::vector<std::int64_t> counted(const std::vector<std::int32_t>& rows, std::size_t names) {
    std::vector<std::int64_t> counts(names, 0);
    for (const std::int32_t row : rows) ++counts[std::size_t(row)];
    return counts;
}

}  // namespace

Classes classes_of(const DataSet& training, const DataSet* test) {
    const Quantity* label = training.label();
    Numbering numbering;
    Classes classes;
    if (label) classes.of_training = numbered(training, *label, numbering);
    if (numbering.names.empty()) refuse_unlabelled(training);
    refuse_missing(training, classes.of_training);
    refuse_empty(training);
    if (!test) {
        classes.of_test = classes.of_training;
    } else if (const Quantity* of_test = test->label()) {
        classes.of_test = numbered(*test, *of_test, numbering);
        if (std::all_of(classes.of_test.begin(), classes.of_test.end(), [](std::int32_t row) { return row < 0; })) classes.of_test.clear();
        refuse_missing(*test, classes.of_test);
    }
    classes.names = std::move(numbering.names);
    sort_names(classes);
    classes.in_training = counted(classes.of_training, classes.names.size());
    classes.in_test = counted(classes.of_test, classes.names.size());
    return classes;
}

}  // namespace neighborscope
