#include "app/data/save/csv_text.hpp"

#include "app/data/load/assemble.hpp"

#include <algorithm>

namespace neighborscope {

void append_field(std::string& text, std::string_view field) {
    const bool plain = field.find_first_of(",\"\n\r") == std::string_view::npos &&
                       (field.empty() || (field.front() != '#' && field.front() != ' ' && field.back() != ' '));
    if (plain) {
        text += field;
        return;
    }
    text += '"';
    for (const char c : field) {
        if (c == '"') text += '"';
        text += c;
    }
    text += '"';
}

CoordinateText::CoordinateText(const DataSet& data) : origin_(data.origin) {
    // A float's own digits are not the float's whole value. They are read as that float again, unless the reader takes their further
    // digits for a reason to find an origin.
    std::vector<RowCollector::Axis> axes(static_cast<std::size_t>(data.dimension));
    for (std::size_t i = 0; i < data.coordinates.size(); ++i) {
        RowCollector::Axis& axis = axes[i % axes.size()];
        const double value = data.coordinates[i];
        if (i < axes.size()) axis = {value, value, value, true};
        axis.minimum = std::min(axis.minimum, value);
        axis.maximum = std::max(axis.maximum, value);
    }
    for (std::size_t a = 0; a < axes.size(); ++a) short_digits_.push_back(data.origin[a] == 0 && choose_origin(axes[a]) == 0);
}

void CoordinateText::append(std::string& text, const float* row, int axis) const {
    if (short_digits_[std::size_t(axis)]) append_number(text, row[axis]);
    else append_number(text, origin_[std::size_t(axis)] + double(row[axis]));
}

}  // namespace neighborscope
