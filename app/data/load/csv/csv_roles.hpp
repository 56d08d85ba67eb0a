// What the columns of a table are taken for: coordinates, label, title, colours; guessed from names and first rows, or as asked.
#pragma once
#include "app/data/load/csv/csv_layout.hpp"

#include <optional>

namespace neighborscope::csv {

struct Roles {
    std::vector<int> coordinates;
    std::vector<int> skipped_columns;  ///< columns that would be coordinates too, if not most rows lacked a number in them
    int label = -1, title = -1;        ///< columns, -1 for none
    std::vector<int> colours;          ///< none; one of #rrggbb; or red, green and blue
    double colour_scale = 1;           ///< of red, green and blue, to 0 - 255
};

/// Coordinates are columns named so (`columns_by_name`), else every column of numbers that by its name is no identifier, class or
/// name; of .xyz the first three. Before those comes a column of points or vectors (Form), whatever its name; in word vectors it is all but the
/// word. Identifiers alone are refused beside a text. Columns that most rows lack are not taken, as long as others are left (MissingValues), unless `strict`
/// refuses such rows. The label is a column named class, label, species.. , else the only text with few different values. The title is a
/// text named name, title, place.. , else the only text whose values all differ. red, green, blue are colours beside coordinates known by
/// name or by choice. `columns` and `label` choose otherwise; the label "none" is none. Usage Errors for columns there are not, an input
/// Error without any column of numbers.
Roles find_roles(const InputFile&, const Layout&, const LoadOptions&);

/// The columns of trajectories.
struct TrajectoryColumns {
    int tick = -1, id = -1;
    std::vector<int> coordinates;      ///< x, y and perhaps z
    std::vector<int> skipped_columns;  ///< as in Roles
    int label = -1;                    ///< that --label chose
};

/// A header that names a tick (tick, t, time), an id, x and y (and z, unless most rows lack it) makes a table one of trajectories, unless
/// `columns` chooses coordinates.
/// Usage Errors for a label there is not, and for the tick as one.
std::optional<TrajectoryColumns> find_trajectories(const InputFile&, const Layout&, const LoadOptions&);

}  // namespace neighborscope::csv
