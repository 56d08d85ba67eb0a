// Finds the libraries that a shared library needs and this machine lacks.
#pragma once
#include <string>
#include <vector>

namespace neighborscope::modules {

/// Returns the libraries that the loader does not find for `file`, each once, in its order. Runs the loader as `ldd` does: no code of the
/// libraries runs. Empty if the loader cannot be run.
std::vector<std::string> missing_libraries_of(const std::string& file);

/// Returns the Debian package of a library by Debian's naming rule: "libQt6Gui.so.6" is in libqt6gui6, "libX11.so.6" in libx11-6.
std::string package_of(const std::string& library);

}  // namespace neighborscope::modules
