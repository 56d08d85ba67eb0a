// The points that are shown: writing them to a file, and which columns of their file they are.
#pragma once
#include "app/session/points/column_choice.hpp"
#include "app/session/workbench/controls.hpp"

#include <optional>
#include <string>

namespace neighborscope {

/// What goes wrong in the background is the error card.
class PointControls : public Controls {
public:
    using Controls::Controls;

    /// Writes the points shown, with rank and distance of the neighbours, in the background (app/data/save/points_file.hpp).
    void write(const std::string& path);

    /// Looks at the columns of the data's file, in the background.
    void ask_columns();
    /// What came of it: once, after poll(), and only while the data are those that were asked about.
    std::optional<ColumnChoice> take_columns();
    void choose_columns(const ColumnChoice&);  ///< loads the data again with these: one undoable step
};

}  // namespace neighborscope
