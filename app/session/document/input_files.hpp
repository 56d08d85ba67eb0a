// The files that a session reads.
#pragma once
#include "app/data/points/overwriting.hpp"
#include "app/session/document/session.hpp"

namespace neighborscope {

/// The files of its data, of the compared lists and of their queries.
std::vector<NamedFile> input_files(const SessionState&);

/// Throws a usage Error if the session reads `path`, so that it must not be written.
void refuse_overwriting(const SessionState&, const std::string& path);

}  // namespace neighborscope
