#include "app/data/load/json/json_fields.hpp"

#include "app/data/load/words.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <mutex>

#include <simdjson.h>

namespace neighborscope::json {
namespace {

using simdjson::dom::element;
using text_rows::refuse_line;

constexpr std::size_t most_fields = 4096;  // in all rows together; others are ignored
constexpr std::string_view vector_names[] = {"vector", "embedding", "values", "emb", "embeddings", "vec", "features"};
// Keys for the geometry of a feature, which no property has.
constexpr std::string_view longitude = "\1lon", latitude = "\1lat", altitude = "\1alt", feature_id = "\1id";

[[noreturn]] void refuse_row(const InputFile& file, std::string_view row, const std::string& cause, const std::string& remedy) {
    refuse_line(file, row.data(), cause, remedy);
}

std::string why(simdjson::error_code error) {
    switch (error) {
        case simdjson::UTF8_ERROR: return "bytes that are no UTF-8";
        case simdjson::NUMBER_ERROR: return "a number that JSON does not have";
        case simdjson::T_ATOM_ERROR:
        case simdjson::F_ATOM_ERROR:
        case simdjson::N_ATOM_ERROR: return "a word that JSON does not have";
        case simdjson::STRING_ERROR:
        case simdjson::UNESCAPED_CHARS: return "a string with an escape or a character that JSON does not have";
        case simdjson::UNCLOSED_STRING: return "a string that never closes";
        case simdjson::DEPTH_ERROR: return "too many brackets within brackets";
        default: return "commas, colons or brackets are missing or too many";
    }
}

/// Converts what Python writes but JSON does not have: NaN, Infinity and numbers beyond float64 become null; integers beyond 64 bits become
/// fractions.
std::string in_plain_json(std::string_view row) {
    std::string plain;
    for (std::size_t i = 0; i < row.size();) {
        if (row[i] == '"') {
            const std::size_t begin = i++;
            while (i < row.size() && row[i] != '"') i += row[i] == '\\' ? 2 : 1;
            i = std::min(i + 1, row.size());
            plain += row.substr(begin, i - begin);
            continue;
        }
        const std::size_t length = std::min(row.find_first_of(",]}[{:\" \t\r", i), row.size()) - i;
        if (length == 0) {
            plain += row[i++];
            continue;
        }
        const std::string_view word = row.substr(i, length);
        i += length;
        double number = 0;
        const auto [stopped, error] = std::from_chars(word.data(), word.data() + word.size(), number);
        const bool beyond = error == std::errc::result_out_of_range && word.find("e-") == word.npos && word.find("E-") == word.npos;
        if (word == "NaN" || word == "Infinity" || word == "-Infinity" || beyond) plain += "null";
        else if (word.size() > 18 && word.find_first_not_of("-0123456789") == word.npos) plain.append(word).append(".0");
        else plain += word;
    }
    return plain;
}

Value value_of(const element& value) {
    Value own;
    if (std::string_view text; value.get(text) == simdjson::SUCCESS) own = {Value::Kind::text, std::nan(""), text};
    else if (bool truth = false; value.get(truth) == simdjson::SUCCESS) own = {Value::Kind::number, double(truth), {}};
    else if (double number = 0; value.get(number) == simdjson::SUCCESS) own = {Value::Kind::number, number, {}};
    return own;
}

bool is_scalar(const element& value) { return !value.is_array() && !value.is_object(); }

struct Geometry {
    std::string_view other;  ///< the type of a geometry that is not a point
    std::array<double, 3> at{std::nan(""), std::nan(""), std::nan("")};
};

/// Returns the geometry of a feature; a missing or empty one is a point without coordinates.
Geometry geometry_of(const element& feature) {
    Geometry geometry;
    element shape, position;
    std::string_view type;
    if (feature["geometry"].get(shape) != simdjson::SUCCESS || shape.is_null()) return geometry;
    if (shape["type"].get(type) != simdjson::SUCCESS) type = "something without a type";
    if (shape["coordinates"].get(position) != simdjson::SUCCESS || !position.is_array()) return geometry.other = type, geometry;
    if (type == "MultiPoint") {
        simdjson::dom::array points;
        if (position.get(points) != simdjson::SUCCESS || points.size() > 1) return geometry.other = "MultiPoint of several", geometry;
        if (points.size() == 0 || points.at(0).get(position) != simdjson::SUCCESS) return geometry;
    } else if (type != "Point") {
        return geometry.other = type, geometry;
    }
    simdjson::dom::array numbers;
    std::size_t i = 0;
    if (position.get(numbers) == simdjson::SUCCESS)
        for (const element number : numbers)
            if (i < 3) geometry.at[i++] = value_of(number).number;
    return geometry;
}

/// Calls `visit(key, value)` for each field of a row.
template <class Visit>
void for_each_field(const element& row, const Schema& schema, const Visit& visit) {
    const auto members = [&](const element& of) {
        simdjson::dom::object object;
        if (of.get(object) != simdjson::SUCCESS) return;
        for (const auto& [key, value] : object)
            if (is_scalar(value)) visit(std::string_view(key), value_of(value));
    };
    if (schema.kind == Schema::Kind::arrays) return;
    if (schema.kind != Schema::Kind::features) return members(row);
    const Geometry geometry = geometry_of(row);
    const auto coordinate = [&](std::string_view key, double number) {
        visit(key, std::isnan(number) ? Value{} : Value{Value::Kind::number, number, {}});
    };
    coordinate(longitude, geometry.at[0]), coordinate(latitude, geometry.at[1]);
    if (!std::isnan(geometry.at[2])) coordinate(altitude, geometry.at[2]);
    if (element id; row["id"].get(id) == simdjson::SUCCESS && is_scalar(id)) visit(feature_id, value_of(id));
    if (element properties; row["properties"].get(properties) == simdjson::SUCCESS) members(properties);
}

/// Returns the member that is the vector of an object; "" if there is none.
std::string vector_key_of(const element& row) {
    const auto is_vector = [](const element& value) {
        simdjson::dom::array numbers;
        element first;
        if (value.get(numbers) != simdjson::SUCCESS || numbers.at(0).get(first) != simdjson::SUCCESS) return false;
        return first.is_number() || first.is_null();
    };
    for (const std::string_view name : vector_names)
        if (element value; row[name].get(value) == simdjson::SUCCESS && is_vector(value)) return std::string(name);
    std::string only;
    simdjson::dom::object object;
    if (row.get(object) != simdjson::SUCCESS) return only;
    for (const auto& [key, value] : object) {
        if (!is_vector(value)) continue;
        if (!only.empty()) return {};
        only = key;
    }
    return only;
}

bool is_feature(const element& row) {
    std::string_view type;
    return row["type"].get(type) == simdjson::SUCCESS && type == "Feature";
}

/// Returns the vector of a row by the schema; false without one.
bool vector_of(const element& row, const Schema& schema, simdjson::dom::array& vector) {
    if (schema.kind == Schema::Kind::arrays) return row.get(vector) == simdjson::SUCCESS;
    element value;
    return row[schema.vector_key].get(value) == simdjson::SUCCESS && value.get(vector) == simdjson::SUCCESS;
}

bool has_vectors(const Schema& schema) { return schema.kind == Schema::Kind::arrays || schema.kind == Schema::Kind::vectors; }

/// The content of a piece of the rows.
struct Found {
    std::vector<Field> fields;
    std::unordered_map<std::string, std::size_t> place;
    std::map<std::string, std::size_t> others;  ///< features that are not points, by their type
    const char* first_other = nullptr;
    bool degrees = true;

    Field* field(std::string_view key) {
        const auto known = place.find(std::string(key));
        if (known != place.end()) return &fields[known->second];
        if (fields.size() == most_fields) return nullptr;
        place.emplace(key, fields.size());
        return &fields.emplace_back(Field{std::string(key), {}});
    }
    void count(std::string_view key, const Value& value) {
        Field* one = field(key);
        if (!one) return;
        one->texts += value.kind == Value::Kind::text;
        if (value.kind != Value::Kind::number) return;
        ++one->numbers;
        one->whole = one->whole && value.number == std::floor(value.number);
        if (key == longitude) degrees = degrees && std::fabs(value.number) <= 360;
        if (key == latitude) degrees = degrees && std::fabs(value.number) <= 90;
    }
    void add(const Found& other) {
        for (const Field& theirs : other.fields) {
            Field* own = field(theirs.key);
            if (!own) continue;
            own->numbers += theirs.numbers, own->texts += theirs.texts;
            own->whole = own->whole && theirs.whole;
        }
        for (const auto& [type, count] : other.others) others[type] += count;
        if (!first_other) first_other = other.first_other;
        degrees = degrees && other.degrees;
    }
};

[[noreturn]] void refuse_shapes(const InputFile& file, const Found& found, std::size_t rows) {
    std::string types;
    std::size_t count = 0;
    for (const auto& [type, of_type] : found.others) {
        if (types.size() < 200) types += (types.empty() ? "" : ", ") + std::to_string(of_type) + " " + type.substr(0, 40);
        count += of_type;
    }
    refuse_line(file, found.first_other,
        std::to_string(count) + " of " + std::to_string(rows) + " features are not single points (" + types + "); this is the first",
        "leave them out, or make points of them: in QGIS with Centroids, or with Multipart to singleparts");
}

}  // namespace

struct RowReader::Parser {
    simdjson::dom::parser parser;
    std::string plain;

    /// Valid until the next call.
    element parse(const InputFile& file, std::string_view row) {
        element value;
        simdjson::error_code error = parser.parse(row.data(), row.size()).get(value);
        if (error == simdjson::SUCCESS) return value;
        if (error == simdjson::MEMALLOC) throw std::bad_alloc();
        plain = in_plain_json(row);
        if (parser.parse(plain).get(value) == simdjson::SUCCESS) return value;
        refuse_row(file, row, "the row is not JSON: " + why(error), "correct the line or remove it");
    }

    /// The same for a row that must have the schema's kind and dimension.
    element parse(const InputFile& file, const Schema& schema, std::string_view row, simdjson::dom::array& vector) {
        element value = parse(file, row);
        const bool object = schema.kind != Schema::Kind::arrays;
        if (object != value.is_object() || (!object && !value.is_array()))
            refuse_row(file, row, object ? "a row that is not an object, unlike the first" : "a row that is not an array, unlike the first",
                "write all rows alike");
        if (schema.kind == Schema::Kind::features && !is_feature(value))
            refuse_row(file, row, "an element that is not a Feature", "correct the features");
        if (!has_vectors(schema)) return value;
        if (!vector_of(value, schema, vector))
            refuse_row(file, row, "a row without the vector '" + schema.vector_key + "' that the first has", "add it, or remove the row");
        if (schema.dimension > 0 && vector.size() != schema.dimension)
            refuse_row(file, row,
                "a vector of " + std::to_string(vector.size()) + (vector.size() == 1 ? " number" : " numbers") + ", where the first has " +
                    std::to_string(schema.dimension),
                "all vectors must have the same dimension");
        return value;
    }
};

Schema find_schema(const InputFile& file, const Rows& rows, const Progress& progress) {
    Schema schema;
    std::string_view first;
    for (std::size_t piece = 0; piece < rows.cut.rows.size() && first.empty(); ++piece)
        if (rows.cut.rows[piece] > 0) for_each_row(rows, piece, [&](std::string_view row) { first = first.empty() ? row : first; });
    RowReader::Parser parser;
    const element value = parser.parse(file, first);
    if (value.is_object()) {
        schema.vector_key = vector_key_of(value);
        schema.kind = is_feature(value)           ? Schema::Kind::features
                      : schema.vector_key.empty() ? Schema::Kind::records
                                                  : Schema::Kind::vectors;
    } else if (!value.is_array()) {
        refuse_row(file, first, "a row that is neither an array nor an object", "write a row as [1, 2] or {\"x\": 1, \"y\": 2}");
    }
    simdjson::dom::array vector;
    if (has_vectors(schema) && vector_of(value, schema, vector)) schema.dimension = vector.size();
    if (has_vectors(schema) && schema.dimension == 0) refuse_row(file, first, "a vector without numbers", "correct or remove it");

    std::vector<Found> found(rows.cut.rows.size());
    parallel_pieces(found.size(), 0, Progress{{}, progress.stop}, [&](std::size_t piece) {
        RowReader::Parser own;
        Found& here = found[piece];
        for_each_row(rows, piece, [&](std::string_view row) {
            simdjson::dom::array ignored;
            const element seen = own.parse(file, schema, row, ignored);
            if (schema.kind == Schema::Kind::features)
                if (const std::string_view other = geometry_of(seen).other; !other.empty()) {
                    if (here.others.size() < 64 || here.others.contains(std::string(other))) ++here.others[std::string(other)];
                    if (!here.first_other) here.first_other = row.data();
                    return;
                }
            for_each_field(seen, schema, [&](std::string_view key, const Value& value) { here.count(key, value); });
        });
    });
    Found all;
    for (const Found& piece : found) all.add(piece);
    if (all.first_other) refuse_shapes(file, all, rows.cut.total());
    const bool degrees = rows.degrees && all.degrees;
    DistinctNames names;
    std::string scratch;
    for (Field& field : all.fields) {
        const std::string_view key = field.key;
        field.name = key == longitude    ? (degrees ? "lon" : "x")
                     : key == latitude   ? (degrees ? "lat" : "y")
                     : key == altitude   ? "alt"
                     : key == feature_id ? "id"
                                         : std::string(clean_word(key, scratch));
        field.name = names.name(field.name.empty() ? "(no name)" : field.name);
    }
    schema.fields = std::move(all.fields);
    return schema;
}

RowReader::RowReader(const InputFile& file, const Schema& schema) : file_(file), schema_(schema), parser_(new Parser) {
    for (std::size_t i = 0; i < schema.fields.size(); ++i) place_.emplace(schema.fields[i].key, i);
}

RowReader::~RowReader() = default;

void RowReader::read(std::string_view row, double* vector, std::vector<Value>& fields) {
    simdjson::dom::array numbers;
    const element value = parser_->parse(file_, schema_, row, numbers);
    if (has_vectors(schema_)) {
        std::size_t i = 0;
        for (const element number : numbers) {
            const Value own = value_of(number);
            if (i == schema_.dimension)  // simdjson counts only to 2^24
                refuse_row(file_, row, "a vector with too many numbers", "split the vector");
            if (own.kind == Value::Kind::text || !is_scalar(number))
                refuse_row(file_, row,
                    "number " + std::to_string(i + 1) + " of the vector is " +
                        (is_scalar(number) ? "the text '" + std::string(own.text.substr(0, 40)) + "'" : "no number"),
                    "correct the line or remove it");
            vector[i++] = own.number;
        }
    }
    fields.assign(schema_.fields.size(), {});
    for_each_field(value, schema_, [&](std::string_view key, const Value& own) {
        if (const auto place = place_.find(key); place != place_.end()) fields[place->second] = own;
    });
}

}  // namespace neighborscope::json
