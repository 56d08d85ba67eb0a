// Panels that are dialogs. Each is described again after every change.
#pragma once
#include "app/panels/panel.hpp"
#include "app/session/points/column_choice.hpp"

#include <iosfwd>
#include <memory>

namespace neighborscope::panels {

using Sheet = std::function<Panel()>;

/// All keys by menu, and the functions of the mouse, with a button for the glossary. The commands must outlive it.
Sheet shortcuts_sheet(const Commands&);
/// All terms with their explanations and sources, and a field that finds some of them by their words. `find`: what stands in it first.
Sheet glossary_sheet(std::string find = {});
/// The manual: README.md, read again each time. manual_texts(): its paragraphs, headings, and lines of tables and commands.
Sheet manual_sheet();
std::vector<Text> manual_texts(std::istream& readme);
/// Devices, licences of libraries and credits of samples. `parts`: libraries of the window, with version and licence.
Sheet about_sheet(std::vector<std::pair<std::string, std::string>> parts);
/// The form to choose the use of each column, with example values, and a sentence about the resulting points.
Sheet columns_sheet(Workbench&, const std::shared_ptr<ColumnChoice>&);

/// The title of the picture.
Sheet title_sheet(Workbench&);

/// The last button of each sheet.
Button close_button();

}  // namespace neighborscope::panels
