// The sheet of keys (F1) and the page about the program.
#pragma once
#include "app/commands/commands.hpp"

class QDialog;
class QWidget;

namespace neighborscope::desktop {

/// All keys, by menu, with those of the mouse. Deletes itself when closed.
QDialog* show_shortcuts(const Commands&, QWidget* parent);
/// Versions, devices, OpenGL, licences of the libraries and credits of the samples. Deletes itself when closed.
QDialog* show_about(QWidget* parent, const std::string& gl_renderer);

}  // namespace neighborscope::desktop
