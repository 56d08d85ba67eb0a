// Finds what the rows of a JSON file hold: a vector, fields, a point on the ground. All rows are checked before any is kept.
#pragma once
#include "app/data/load/json/json_rows.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace neighborscope::json {

/// A value that is neither an object nor an array. true is 1, false 0; null, NaN and numbers beyond float64 are missing.
struct Value {
    enum class Kind { nothing, number, text } kind = Kind::nothing;
    double number = std::nan("");
    std::string_view text;  ///< valid until the next row is read
};

struct Field {
    std::string key, name;  ///< as in the rows; unique, for display
    std::size_t numbers = 0, texts = 0;
    bool whole = true;  ///< all numbers are integers
};

struct Schema {
    enum class Kind {
        arrays,   ///< [1, 2]
        vectors,  ///< {"vector": [1, 2], "id": 7}
        records,  ///< {"x": 1, "y": 2}
        features  ///< of GeoJSON, with points; the first fields are lon and lat (or x and y)
    } kind = Kind::arrays;
    std::string vector_key;     ///< "vector"
    std::size_t dimension = 0;  ///< of arrays and vectors
    std::vector<Field> fields;  ///< of all rows, in the order of first occurrence
};

/// Examines all rows, on all cores. Input Errors with the line: invalid JSON, a row of another kind than the first, a vector of another
/// dimension; features that are not points, with their number.
Schema find_schema(const InputFile&, const Rows&, const Progress&);

/// Reads rows one after another; one reader per thread. File and schema must outlive it.
class RowReader {
public:
    RowReader(const InputFile&, const Schema&);
    ~RowReader();
    /// Reads a row, which is a part of the file: its vector, [dimension], NaN if missing, and its fields as in the schema. Errors as
    /// find_schema.
    void read(std::string_view row, double* vector, std::vector<Value>& fields);

    struct Parser;  ///< Parses row after row.

private:
    const InputFile& file_;
    const Schema& schema_;
    std::unordered_map<std::string_view, std::size_t> place_;  ///< index of a field by its key
    std::unique_ptr<Parser> parser_;
};

}  // namespace neighborscope::json
