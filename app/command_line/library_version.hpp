// The library libneighborscope.so that this program runs with: LD_LIBRARY_PATH may name a folder with that of another version.
#pragma once
#include <string>

namespace neighborscope::shell {

struct ProgramLibrary {
    std::string path;     ///< "" when it is not known
    std::string version;  ///< "0.9.0"; "" of a library that says none
    bool beside = true;   ///< it lies where this program was installed with it
};
ProgramLibrary program_library();

/// One line for people when program and library are of different versions; "" when they belong together. Calls nothing of the library but
/// what says its version.
std::string version_clash();

}  // namespace neighborscope::shell
