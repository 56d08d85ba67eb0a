#include "app/data/save/csv_text.hpp"

#include "app/data/load/origin.hpp"

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
        if (i < axes.size()) axis = {value, value, value, true, 0};
        axis.minimum = std::min(axis.minimum, value);
        axis.maximum = std::max(axis.maximum, value);
    }
    const std::vector<std::size_t> rows = sampled_rows(std::size_t(data.count()), axes.size());
    for (std::size_t a = 0; a < axes.size(); ++a) {
        bool read_alike = data.origin[a] == 0 && choose_origin(axes[a]) == 0;
        if (read_alike) {
            std::vector<float> sample;
            for (const std::size_t row : rows) sample.push_back(data.coordinates[row * axes.size() + a]);
            read_alike = origin_of_bulk(axes[a], 0, std::move(sample), data.count()) == 0;
        }
        short_digits_.push_back(read_alike);
    }
}

void CoordinateText::append(std::string& text, const float* row, int axis) const {
    if (short_digits_[std::size_t(axis)]) append_number(text, row[axis]);
    else append_number(text, origin_[std::size_t(axis)] + double(row[axis]));
}

}  // namespace neighborscope
