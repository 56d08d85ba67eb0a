// The files that a session is made of.
#pragma once
#include "app/data/points/overwriting.hpp"
#include "app/session/document/session.hpp"

namespace neighborscope {

/// Those of its data, of the lists that are compared, and of their queries.
std::vector<NamedFile> input_files(const SessionState&);

/// For who is about to write `path`: a usage Error when the session is read from that file.
void refuse_overwriting(const SessionState&, const std::string& path);

}  // namespace neighborscope
