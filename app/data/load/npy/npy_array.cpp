// Reads NPY: one numpy array, a matrix of points, a vector of numbers or records with named fields. Specification: numpy.lib.format,
// versions 1.0 to 3.0.
#include "app/data/load/npy/npy_array.hpp"

#include "app/data/load/column_streams.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/reader.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope::npy {
namespace {

/// A field of the array's items, at distance `stride`.
NumberColumn column_of(const InputFile& file, const Header& header, const Field& field) {
    std::string name = field.name;
    if (name.size() == 1 && name[0] >= 'X' && name[0] <= 'Z') name[0] = char(name[0] + 32);
    return {file.begin() + header.data_offset + field.offset, header.item_bytes, field.number, name, "field '" + field.name + "'"};
}

ColumnQuantity quantity_of_field(NumberColumn column, const Field& field) {
    ColumnQuantity quantity{std::move(column)};
    if (field.kind == Field::Kind::bytes) quantity.kind = ColumnQuantity::Kind::bytes;
    if (field.kind == Field::Kind::utf32) quantity.kind = ColumnQuantity::Kind::utf32;
    quantity.width = field.width;
    return quantity;
}

Columns columns_of_matrix(const InputFile& file, const Header& header, const LoadOptions& options) {
    const Field& field = header.fields.front();
    if (field.kind != Field::Kind::number)
        throw Error(Failure::input,
            file.path() + " holds text of type '" + (field.kind == Field::Kind::bytes ? "S" : "U") +
                std::to_string(field.kind == Field::Kind::bytes ? field.width : field.width / 4) + "', which are not coordinates",
            "save an array of numbers");
    const NumberMatrix matrix = header.matrix();
    const char* first = file.begin() + header.data_offset;
    Columns result;
    result.rows = header.rows;
    result.coordinates = matrix.columns_at(first, matrix_columns(file.path(), options, matrix.columns));
    if (const int label = matrix_label(file.path(), options, matrix.columns); label >= 0) {
        result.quantities.push_back(label_quantity(matrix.column_at(first, label), result.rows));
        result.label = 0;
    }
    return result;
}

Columns records(const InputFile& file, const Header& header, const LoadOptions& options) {
    Columns result;
    result.rows = header.rows;
    std::vector<std::string> names;
    for (const Field& field : header.fields) names.push_back(field.name);
    const auto is_number = [&](int i) { return header.fields[std::size_t(i)].kind == Field::Kind::number; };

    std::vector<int> chosen;
    if (!options.columns.empty()) {
        chosen = chosen_columns(file.path(), options.columns, names, int(names.size()));
        for (const int i : chosen)
            if (!is_number(i))
                throw Error(
                    Failure::usage, file.path() + ": field '" + names[std::size_t(i)] + "' holds no numbers", "choose other columns");
    } else {
        chosen = columns_by_name(names);
        if (!std::all_of(chosen.begin(), chosen.end(), is_number)) chosen.clear();
    }
    int colours[3] = {-1, -1, -1};
    const char* const colour_names[3] = {"red", "green", "blue"};
    for (int c = 0; c < 3; ++c) colours[c] = column_named(names, colour_names[c]);
    const bool coloured = std::all_of(colours, colours + 3, [&](int i) { return i >= 0 && is_number(i); });
    const int alpha = column_named(names, "alpha");
    const int label = label_column(file.path(), options, names);
    const int title = title_column(names);
    const auto is_colour = [&](int i) { return coloured && (std::find(colours, colours + 3, i) != colours + 3 || i == alpha); };
    if (chosen.empty())
        for (int i = 0; i < int(names.size()); ++i)
            if (is_number(i) && !is_colour(i) && i != label) chosen.push_back(i);
    if (chosen.empty())
        throw Error(Failure::input, file.path() + " holds records without numbers", "save an array of shape (points, dimensions)");
    check_dimension(file.path(), chosen.size());

    for (const int i : chosen) result.coordinates.push_back(column_of(file, header, header.fields[std::size_t(i)]));
    for (int i = 0; i < int(names.size()); ++i) {
        const Field& field = header.fields[std::size_t(i)];
        if (field.kind == Field::Kind::other || is_colour(i) || holds(chosen, i)) continue;
        result.quantities.push_back(quantity_of_field(column_of(file, header, field), field));
        if (i == label) {
            result.label = int(result.quantities.size()) - 1;
            make_label(result.quantities.back(), result.rows);
        } else if (i == title && field.kind != Field::Kind::number) {
            result.title = int(result.quantities.size()) - 1;
        }
    }
    if (coloured) {
        result.colours.emplace();
        for (int c = 0; c < 3; ++c) result.colours->channel[c] = column_of(file, header, header.fields[std::size_t(colours[c])]);
    }
    return result;
}

}  // namespace

Columns choose_columns(const InputFile& file, const Header& header, const LoadOptions& options) {
    return header.structured ? records(file, header, options) : columns_of_matrix(file, header, options);
}

ColumnQuantity quantity_of(const InputFile& file, const Header& header, const std::string& name) {
    ColumnQuantity quantity = quantity_of_field(column_of(file, header, header.fields.front()), header.fields.front());
    quantity.column.name = name;
    return quantity;
}

bool only_coordinates(const std::string& path, const Header& header, const LoadOptions& options) {
    const bool narrow = header.columns <= largest_row_unpacked / header.item_bytes;
    const bool long_columns = header.columns == 1 || header.rows * header.item_bytes >= least_column_streamed;
    return !header.structured && (!header.fortran_order || long_columns) && header.fields.front().kind == Field::Kind::number && narrow &&
           matrix_label(path, options, header.columns) < 0;
}

void add_quantities(DataSet& data, const std::string& path, const Columns& columns, const ReadOptions& options, const Progress& progress) {
    if (!options.load.quantities) return;
    collect_columns(data, path, columns.quantities, columns.colours, columns.rows, progress);
    data.set_label(columns.label);
    data.set_title(columns.title);
}

DataSet read_columns(const std::string& path, const Columns& columns, const ReadOptions& options, const Progress& progress) {
    DataSet data = assemble_columns(path, columns.coordinates, columns.rows, options, progress);
    add_quantities(data, path, columns, options, progress);
    return data;
}

namespace {

bool recognises(std::string_view first_bytes, std::string_view) { return first_bytes.starts_with("\x93NUMPY"); }

/// Reads a matrix in gzip row by row while unpacking; quantities are read from the whole file.
DataSet read_packed(const InputFile& beginning, const ReadOptions& options, const Progress& progress) {
    const Header header = read_header_of_unknown_size(beginning, most_unpacked(beginning.packed().size()));
    if (!only_coordinates(beginning.path(), header, options.load)) {
        const InputFile whole(beginning.on_disk(), progress);
        return read_columns(whole.path(), choose_columns(whole, read_header(whole), options.load), options, progress);
    }
    const NumberMatrix matrix = header.matrix();
    const std::vector<int> chosen = matrix_columns(beginning.path(), options.load, matrix.columns);
    return assemble_gzip(beginning, header.data_offset, matrix, chosen, options, progress);
}

DataSet read(const InputFile& file, const ReadOptions& options, const Progress& progress) {
    if (file.is_partial()) return read_packed(file, options, progress);
    const Header header = read_header(file);
    return read_columns(file.path(), choose_columns(file, header, options.load), options, progress);
}

StoredRows rows(const InputFile& file, const LoadOptions&) {
    const Header header = read_header(file);
    if (header.structured || header.fortran_order || header.fields.front().kind != Field::Kind::number)
        throw Error(Failure::input, file.path() + " does not hold a matrix of numbers row by row, which reading in tiles needs",
            "save it with numpy.ascontiguousarray");
    return {header.data_offset, header.matrix()};
}

}  // namespace
}  // namespace neighborscope::npy

namespace neighborscope {

const Reader npy_reader = {
    .name = "NPY",
    .extensions = ".npy",
    .help =
        "one numpy array of shape (points, dimensions) or (points,): floats, integers or booleans of any size and byte order, C or Fortran "
        "order; or records with fields x, y, z, further ones coming along",
    .recognises = npy::recognises,
    .read = npy::read,
    .unpacks_itself = true,
    .rows = npy::rows,
};

}  // namespace neighborscope
