// Panels that open over the window. Each is described again after every change.
#pragma once
#include "app/panels/panel.hpp"
#include "app/session/points/column_choice.hpp"

#include <iosfwd>
#include <memory>

namespace neighborscope::panels {

using Sheet = std::function<Panel()>;

/// All keys, by menu, with those of the mouse. The commands must outlive it.
Sheet shortcuts_sheet(const Commands&);
/// README.md, read anew each time; manual_texts() are its paragraphs, headings and lines of tables and commands.
Sheet manual_sheet();
std::vector<Text> manual_texts(std::istream& readme);
/// Devices, licences of the libraries and credits of the samples; `parts` are those of the window itself, with version and licence.
Sheet about_sheet(std::vector<std::pair<std::string, std::string>> parts);
/// What each column of the file is taken for, with examples, and what will be loaded then.
Sheet columns_sheet(Workbench&, const std::shared_ptr<ColumnChoice>&);

/// What each of them ends with.
Button close_button();

}  // namespace neighborscope::panels
