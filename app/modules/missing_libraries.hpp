// What a shared library needs and a machine does not have.
#pragma once
#include <string>
#include <vector>

namespace neighborscope::modules {

/// The libraries that the loader does not find for `file`, each once, in its order. It is asked as `ldd` asks it: nothing of them is run.
/// Empty when it cannot be asked.
std::vector<std::string> missing_libraries_of(const std::string& file);

/// The Debian package of a library, by the rule for such names: "libQt6Gui.so.6" is in libqt6gui6, "libX11.so.6" in libx11-6.
std::string package_of(const std::string& library);

}  // namespace neighborscope::modules
