#include "app/data/load/class_labels.hpp"

#include "app/data/load/columns.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {

int column_named(const std::vector<std::string>& names, std::string_view lower_case) {
    const auto alike = [&](const std::string& name) {
        return std::equal(name.begin(), name.end(), lower_case.begin(), lower_case.end(),
            [](char a, char b) { return (a >= 'A' && a <= 'Z' ? char(a + 32) : a) == b; });
    };
    const auto found = std::find_if(names.begin(), names.end(), alike);
    return found == names.end() ? -1 : int(found - names.begin());
}

int label_column(const std::string& path, const LoadOptions& options, const std::vector<std::string>& names) {
    if (options.label == "none") return -1;
    if (!options.label.empty()) return chosen_column(path, "--label", options.label, names, int(names.size()));
    for (const std::string_view name : {"class", "label", "labels", "target"})
        if (const int column = column_named(names, name); column >= 0) return column;
    return -1;
}

int title_column(const std::vector<std::string>& names) {
    for (const std::string_view name : {"name", "names", "title"})
        if (const int column = column_named(names, name); column >= 0) return column;
    return -1;
}

void make_label(ColumnQuantity& quantity, std::size_t rows) {
    if (quantity.kind != ColumnQuantity::Kind::number) return;
    const Scalar type = quantity.column.number.type;
    if (type == Scalar::f2 || type == Scalar::f4 || type == Scalar::f8) {
        for (std::size_t row = 0; row < rows; ++row) {
            const double value = number_at(quantity.column, row);
            if (!std::isnan(value) && value != std::floor(value)) return;
        }
    }
    quantity.kind = ColumnQuantity::Kind::label;
}

}  // namespace neighborscope
