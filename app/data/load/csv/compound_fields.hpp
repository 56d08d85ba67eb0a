// Several numbers in one field of a table: points in WKT (OGC Simple Features, "POINT Z (1 2 3)"; PostGIS's EWKT,
// "SRID=4326;POINT(1 2)") and vectors in brackets ("[0.1, 0.2]").
#pragma once
#include "app/data/load/csv/csv_text.hpp"

#include <string_view>
#include <vector>

namespace neighborscope::csv {

enum class FieldForm {
    text,      ///< none of these
    missing,   ///< POINT EMPTY, []
    point,     ///< a point in WKT
    vector,    ///< numbers in brackets, or at least `least_unbracketed` without brackets, separated by commas or blanks
    geometry,  ///< WKT that is not a point, or an invalid point
    encoded,   ///< WKB in hexadecimal, as PostGIS writes a column of geometry
    json,      ///< an object of JSON, such as GeoJSON
    cut,       ///< a vector with "..." in place of numbers, as numpy prints long ones
};

constexpr std::size_t least_unbracketed = 16;  ///< fewer numbers may be a telephone number, a date or digit groups
constexpr std::size_t least_wkb = 42;          ///< hexadecimal digits of a point

/// Returns the form of the field, and its numbers in `numbers`: x, y and optional z of a point; NaN for nan, null and None.
FieldForm read_compound_field(std::string_view field, std::vector<double>& numbers);

/// Whether a field of this form is a point or another kind of geometry.
constexpr bool is_geometry(FieldForm form) { return form == FieldForm::point || form == FieldForm::geometry || form == FieldForm::encoded; }

/// Whether the text begins with "SRID=4326;", the system of longitude and latitude.
bool names_degree_system(std::string_view field);

}  // namespace neighborscope::csv
