// Controls of the points shown: writing them to a file, and choosing columns of their file.
#pragma once
#include "app/session/points/column_choice.hpp"
#include "app/session/workbench/controls.hpp"

#include <optional>
#include <string>

namespace neighborscope {

/// Failures in the background show an error card.
class PointControls : public Controls {
public:
    using Controls::Controls;

    /// Writes the points shown, with rank and distance of the neighbours, in the background (app/data/save/points_file.hpp).
    void write(const std::string& path);

    /// Reads the columns of the data's file in the background.
    void ask_columns();
    /// Takes the outcome of ask_columns(), once, after poll(). Nothing if the data have changed since.
    std::optional<ColumnChoice> take_columns();
    void choose_columns(const ColumnChoice&);  ///< loads the data again with them: one undoable step
};

}  // namespace neighborscope
