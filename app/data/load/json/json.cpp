// Reads JSON with simdjson: rows that are arrays of numbers, objects with a vector, or objects whose members are columns; one per line
// (JSON Lines), or the elements of an array. Also points in GeoJSON.
#include "app/data/load/assemble.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/json/json_fields.hpp"
#include "app/data/load/number_columns.hpp"
#include "app/data/load/words.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <span>

namespace neighborscope {
namespace json {
namespace {

constexpr std::string_view extensions = ".json .jsonl .ndjson .geojson .geojsonl";
constexpr int most_quantities = 64;  // quantities that were not requested, as for text tables
constexpr std::string_view labels[] = {"class", "label", "labels", "target", "category", "species", "kind", "cluster", "group"};

/// Recognises JSON by its first brackets. A table may begin with a bracket, too: "[0.1 0.2]", as numpy prints a vector, is not JSON.
bool recognises(std::string_view first_bytes, std::string_view file_name) {
    const auto after_space = [&](std::size_t at) {
        while (at < first_bytes.size() && is_space(first_bytes[at])) ++at;
        return at;
    };
    const std::size_t first = after_space(0), second = after_space(first + 1);
    if (second >= first_bytes.size()) return false;
    const char bracket = first_bytes[first], inside = first_bytes[second];
    if (bracket == '{') return inside == '"' || inside == '}';
    if (bracket != '[') return false;
    const std::string_view line = first_bytes.substr(second, first_bytes.find('\n', second) - second);
    return inside == '[' || inside == '{' || has_extension(file_name, extensions) || line.find(',') < line.find(']');
}

struct QuantityField {
    int field = 0;  ///< index in the schema; -1: the number `column` of an array
    int column = 0;
    bool words = false;
};

/// The use of the fields of a row.
struct Plan {
    bool vector = false;           ///< coordinates are numbers of the vector, else of fields
    std::vector<int> coordinates;  ///< indices of these numbers or fields
    std::vector<std::string> axes;
    std::vector<QuantityField> further;
    std::vector<Quantity> quantities;  ///< the same, empty
    int label = -1, title = -1;        ///< indices into `quantities`
};

std::vector<std::string> names_of(const Schema& schema) {
    std::vector<std::string> names;
    for (const Field& field : schema.fields) names.push_back(field.name);
    return names;
}

/// Returns fields with names of coordinates, else all numbers except identifiers and classes.
std::vector<int> coordinates_of(
    const std::string& path, const Schema& schema, const std::vector<std::string>& names, int label, const LoadOptions& options) {
    if (!options.columns.empty()) return chosen_columns(path, options.columns, names, int(names.size()));
    if (schema.kind == Schema::Kind::features) return {0, 1};
    std::vector<int> columns = columns_by_name(names);
    if (!columns.empty()) return columns;
    for (int i = 0; i < int(names.size()); ++i) {
        const Field& field = schema.fields[std::size_t(i)];
        if (field.numbers > 0 && field.texts == 0 && i != label && std::ranges::count(identifier_names, plain_name(field.name)) == 0)
            columns.push_back(i);
    }
    if (columns.empty())
        throw Error(Failure::input, path + ": the rows hold no numbers" + (names.empty() ? "" : ", but " + name_list(names)),
            "write a row as [1, 2], {\"vector\": [1, 2]} or {\"x\": 1, \"y\": 2}");
    return columns;
}

Plan plan_of(const std::string& path, const Schema& schema, const LoadOptions& options) {
    Plan plan;
    const std::vector<std::string> names = names_of(schema);
    plan.vector = schema.kind == Schema::Kind::arrays || schema.kind == Schema::Kind::vectors;
    const bool arrays = schema.kind == Schema::Kind::arrays;
    int label = arrays ? -1 : label_column(path, options, names, labels);
    if (label >= 0 && options.label.empty() && schema.fields[std::size_t(label)].texts == 0 && !schema.fields[std::size_t(label)].whole)
        label = -1;  // numbers to be predicted are not classes
    int label_number = -1;
    if (plan.vector) {
        LoadOptions of_vector = options;
        if (!arrays) of_vector.label.clear();
        label_number = matrix_label(path, of_vector, schema.dimension);
        plan.coordinates = matrix_columns(path, of_vector, schema.dimension);
        const NumberMatrix matrix{1, schema.dimension, {}, 0, 0};
        for (const int column : plan.coordinates) plan.axes.push_back(matrix.column_at(nullptr, column).name);
    } else {
        plan.coordinates = coordinates_of(path, schema, names, label, options);
        for (const int column : plan.coordinates) plan.axes.push_back(names[std::size_t(column)]);
    }
    check_dimension(path, plan.coordinates.size());
    if (!options.quantities) return plan;

    int title = title_column(names);
    const auto holds_text = [&](int field) { return schema.fields[std::size_t(field)].texts > 0; };
    for (int i = 0; i < int(names.size()) && (title < 0 || !holds_text(title)); ++i)
        if (holds_text(i) && std::ranges::count(identifier_names, plain_name(names[std::size_t(i)])) > 0) title = i;
    if (title >= 0 && (!holds_text(title) || title == label)) title = -1;
    int kept = 0;
    for (int i = 0; i < int(names.size()); ++i) {
        const Field& field = schema.fields[std::size_t(i)];
        const bool named = i == label || i == title;
        if (!plan.vector && holds(plan.coordinates, i)) continue;
        if (!named && (field.numbers + field.texts == 0 || ++kept > most_quantities)) continue;
        const bool words = field.texts > 0 || (i == label && field.whole);
        if (i == label) plan.label = int(plan.further.size());
        if (i == title) plan.title = int(plan.further.size());
        plan.further.push_back({i, 0, words});
        plan.quantities.push_back(empty_quantity(field.name, words));
    }
    if (label_number >= 0) {
        plan.label = int(plan.further.size());
        plan.further.push_back({-1, label_number, true});
        plan.quantities.push_back(empty_quantity("column " + std::to_string(label_number + 1), true));
    }
    return plan;
}

/// Returns a coordinate: a number, or a text that is one; NaN if missing.
double coordinate(const InputFile& file, std::string_view row, const Value& value, const std::string& axis) {
    double number = value.number;
    if (value.kind == Value::Kind::text && !value.text.empty() && !read_whole(value.text, number))
        text_rows::refuse_line(file, row.data(), "'" + std::string(value.text.substr(0, 40)) + "' for '" + axis + "' is not a number",
            "correct the line, or choose other columns with --columns");
    return number;
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    const Rows rows = find_rows(file, progress);
    const Schema schema = find_schema(file, rows, progress);
    const Plan plan = plan_of(file.path(), schema, options.load);
    const RowRules rules{options.load.strict, "the points", "missing, NaN or infinite"};
    const auto read_piece = [&](std::size_t piece, RowCollector& collector, QuantityCollector* quantities) {
        RowReader reader(file, schema);
        std::vector<double> vector(schema.dimension), point(plan.coordinates.size());
        std::vector<Value> fields;
        for_each_row(rows, piece, [&](std::string_view row) {
            reader.read(row, vector.data(), fields);
            for (std::size_t i = 0; i < point.size(); ++i) {
                const auto column = std::size_t(plan.coordinates[i]);
                point[i] = plan.vector ? vector[column] : coordinate(file, row, fields[column], plan.axes[i]);
            }
            check_row(collector.add(point.data()), collector, rules,
                [&](std::size_t axis) { return text_rows::place(file, row.data()) + ": " + plan.axes[axis]; });
            if (!quantities) return;
            quantities->begin_row();
            for (std::size_t i = 0; i < plan.further.size(); ++i) {
                const QuantityField& further = plan.further[i];
                const Value value = further.field >= 0 ? fields[std::size_t(further.field)]
                                                       : Value{Value::Kind::number, vector[std::size_t(further.column)], {}};
                if (!further.words) quantities->number(i, value.number);
                else if (value.kind == Value::Kind::text) quantities->word(i, value.text);
                else if (!std::isnan(value.number)) quantities->word(i, number_word(value.number));
            }
        });
    };
    const Pieces pieces{rows.cut.rows, double(file.size()) / double(std::max<std::size_t>(1, rows.cut.rows.size()))};
    DataSet data = assemble_with(file.path(), int(plan.coordinates.size()), pieces, plan.quantities, read_piece, options, progress);
    data.axes = plan.axes;
    if (!data.quantities.empty()) data.set_label(plan.label), data.set_title(plan.title);
    return data;
}

}  // namespace
}  // namespace json

const Reader json_reader = {
    .name = "JSON",
    .extensions = json::extensions,
    .help =
        "a row a line, or one array of rows: [1, 2], {\"vector\": [1, 2], \"id\": ...} (also embedding, values, emb) or {\"x\": 1, \"y\": "
        "2}; further members are kept. GeoJSON: its points as lon and lat, with their properties; other shapes are refused",
    .recognises = json::recognises,
    .read = json::read,
    .is_text = true,
};

}  // namespace neighborscope
