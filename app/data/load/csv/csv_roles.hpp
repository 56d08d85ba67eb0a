// Assigns roles to the columns of a table: coordinates, label, title, colours, from names and first rows or as chosen.
#pragma once
#include "app/data/load/csv/csv_layout.hpp"

#include <optional>

namespace neighborscope::csv {

struct Roles {
    std::vector<int> coordinates;
    std::vector<int> skipped_columns;  ///< columns that would be coordinates if most rows had a number in them
    int label = -1, title = -1;        ///< columns, -1 for none
    std::vector<int> colours;          ///< none; one of #rrggbb; or red, green and blue
    double colour_scale = 1;           ///< factor from red, green and blue to 0 - 255
};

/// Coordinates are the columns with usual names (`columns_by_name`), else every column of numbers whose name is not one of an identifier,
/// class or name; in .xyz the first three. A column of points or vectors (FieldForm) has priority, whatever its name; in word vectors all
/// columns but the word are coordinates. Identifiers alone are an error beside a text. Columns without a number in most rows are left out
/// if others remain (MissingValues), unless `strict` makes such rows an error. The label is a column named class, label, species.. , else
/// the only text with few distinct values. The title is a text named name, title, place.. , else the only text whose values are all
/// distinct. red, green, blue are colours beside coordinates that were chosen or have usual names. `columns` and `label` override these
/// rules; the label "none" means none. Usage Errors for columns that do not exist, an input Error without any column of numbers.
Roles find_roles(const InputFile&, const Layout&, const LoadOptions&);

/// The columns of trajectories.
struct TrajectoryColumns {
    int tick = -1, id = -1;
    std::vector<int> coordinates;      ///< x, y and optional z
    std::vector<int> skipped_columns;  ///< as in Roles
    int label = -1;                    ///< as chosen by --label
};

/// Recognises a table of trajectories by a header with a tick (tick, t, time), an id, x and y (and z, unless most rows lack it), unless
/// `columns` chooses coordinates. Usage Errors for a label that does not exist, and for the tick as label.
std::optional<TrajectoryColumns> find_trajectories(const InputFile&, const Layout&, const LoadOptions&);

}  // namespace neighborscope::csv
