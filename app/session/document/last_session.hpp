// The session of the window that was closed last, kept for the next start: last-session.json among what is kept.
#pragma once
#include "app/session/document/session.hpp"

#include <optional>

namespace neighborscope {

/// Where it cannot be written nothing is kept. Its files are named by absolute paths. Pictures of a camera are not kept.
void save_last_session(const SessionState&);
/// None where none was kept, where it cannot be read, or where a file that it names is gone.
std::optional<SessionState> last_session();
/// "points.csv, heap, k = 8".
std::string session_in_words(const SessionState&);

}  // namespace neighborscope
