// Files dropped on a window, whichever window it is.
#pragma once
#include "app/session/workbench.hpp"

#include <string>
#include <vector>

namespace neighborscope {

/// Compares the first with the truth when it holds lists of neighbours (looks_like_lists), with a second file as their queries; else
/// opens it. Of further ones the window says that they were not, unless they are companions of the same name
/// (NAME.cnode and NAME.cedge), which the reader finds itself.
void open_dropped(Workbench&, const std::vector<std::string>& paths);

}  // namespace neighborscope
