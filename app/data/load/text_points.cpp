#include "app/data/load/text_points.hpp"

#include "app/data/load/assemble.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

using text_rows::place;
using text_rows::refuse_line;

/// Distinguishes bytes, floats from 0 to 1 and 16 bits by the first thousand points.
ColourScale find_colour_scale(const TextPoints& points, const PointRoles& roles) {
    std::vector<char> wanted(points.fields.size(), 0);
    for (const int field : roles.colour) wanted[std::size_t(field)] = 1;
    double maximum = 0;
    int rows = 0;
    points.read(points.cut.begins.front(), points.cut.begins.back(), wanted, [&](const char*, const double* values) {
        for (const int field : roles.colour)
            if (std::isfinite(values[field])) maximum = std::max(maximum, values[field]);
        return ++rows < 1000;
    });
    return {points.fields[std::size_t(roles.colour[0])].type, maximum};
}

/// Returns the colour of a row whose rgb is a packed number, as in PCD: an integer, or the bits of a float32.
std::uint32_t packed_colour(Scalar type, double value) {
    if (type != Scalar::f4) return ColourScale::packed(value);
    if (!(std::fabs(value) <= double(std::numeric_limits<float>::max()))) return ColourValues::missing;
    const auto number = float(value);
    std::uint32_t bits;
    std::memcpy(&bits, &number, 4);
    return ColourScale::packed(bits);
}

}  // namespace

void text_rows::refuse_rest(const InputFile& file, const char* from, const char* remedy) {
    if (std::any_of(from, file.end(), [](char c) { return c != '\0' && c != '\n' && !is_blank(c); }))
        throw Error(Failure::input,
            file.path() + ", byte " + std::to_string(from - file.begin()) + ": " + std::to_string(file.end() - from) +
                " bytes follow the last point",
            remedy);
}

void FieldParser::refuse(const char* p, const char* end, std::size_t field, const char* why) const {
    const std::string word = text_rows::word_at(p, end);
    if (word.empty())
        refuse_line(file_, p,
            "the line ends before '" + names_[field] + "', field " + std::to_string(field + 1) + " of " + std::to_string(names_.size()),
            "complete the line or remove it");
    refuse_line(
        file_, p, "'" + word + "' for '" + names_[field] + "'" + (*why ? why : " is not a number"), "correct the line or remove it");
}

void FieldParser::too_many(const char* p) const {
    refuse_line(file_, p, "'" + text_rows::word_at(p, file_.end()) + "' follows the last of " + std::to_string(names_.size()) + " fields",
        "give every line as many numbers as there are fields");
}

std::vector<std::string> names_of(const std::vector<PointField>& fields) {
    std::vector<std::string> names;
    for (const PointField& field : fields) names.push_back(field.name);
    return names;
}

DataSet read_text_points(
    const InputFile& file, const TextPoints& points, const PointRoles& roles, const ReadOptions& options, const Progress& progress) {
    const std::size_t dimension = roles.coordinates.size();
    check_dimension(file.path(), dimension);
    std::vector<Quantity> plan;
    for (const int field : roles.quantities) plan.push_back(empty_quantity(points.fields[std::size_t(field)].name, false));
    const bool colours = !roles.colour.empty();
    if (colours) plan.push_back(empty_colours());
    std::vector<char> coordinates(points.fields.size(), 0), all = coordinates;
    for (const int field : roles.coordinates) coordinates[std::size_t(field)] = 1;
    for (const int field : roles.wanted(true)) all[std::size_t(field)] = 1;

    const std::size_t count = points.cut.rows.size();
    const ColourScale scale = colours && roles.colour.size() == 3 && count ? find_colour_scale(points, roles) : ColourScale{};
    const RowRules rules{options.load.strict, "the points"};
    const auto read = [&](std::size_t piece, RowCollector& collector, QuantityCollector* quantities) {
        std::vector<double> row(dimension);
        const auto visit = [&](const char* line, const double* values) {
            for (std::size_t i = 0; i < dimension; ++i) row[i] = values[roles.coordinates[i]];
            check_row(collector.add(row.data()), collector, rules,
                [&](std::size_t axis) { return place(file, line) + ": " + points.fields[std::size_t(roles.coordinates[axis])].name; });
            if (!quantities) return true;
            quantities->begin_row();
            for (std::size_t a = 0; a < roles.quantities.size(); ++a) quantities->number(a, values[roles.quantities[a]]);
            if (roles.colour.size() == 3) {
                const double parts[] = {values[roles.colour[0]], values[roles.colour[1]], values[roles.colour[2]]};
                quantities->colour(scale.colour(parts));
            } else if (colours) {
                quantities->colour(packed_colour(points.fields[std::size_t(roles.colour[0])].type, values[roles.colour[0]]));
            }
            return true;
        };
        points.read(points.cut.begins[piece], points.cut.begins[piece + 1], quantities ? all : coordinates, visit);
    };
    const Pieces pieces{points.cut.rows, double(file.size()) / double(std::max<std::size_t>(1, count))};
    DataSet data = assemble_with(file.path(), int(dimension), pieces, plan, read, options, progress);
    if (data.skipped.count) data.skipped.why = "NaN or infinity";
    name_axes(data, points.fields, roles);
    return data;
}

}  // namespace neighborscope
