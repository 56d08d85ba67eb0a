// The desktop's list of recent documents, which file choosers and start menus show: recently-used.xbel of freedesktop.org's
// "Desktop bookmark specification".
#pragma once
#include <string>

namespace neighborscope {

/// Adds a file, or brings it up to date. Nothing happens without a home, where the list cannot be read or written, and in a build without
/// GLib. `path` is absolute.
void add_recent_document(const std::string& path);

}  // namespace neighborscope
