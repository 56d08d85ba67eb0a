// The field of the session document for points changed by hand: [{"add": [x, y], "class": "a"}, {"move": 12, "at": [x, y]}, {"erase": 17}].
#pragma once
#include "app/session/document/session.hpp"

namespace neighborscope {

nlohmann::json edits_to_json(const SessionState&);
void edits_from_json(SessionState&, const std::string& key, const nlohmann::json&);  ///< input Error that names the key
std::vector<std::string> edits_arguments(const SessionState&);
/// "add a point", "move a point", "erase a point"; for several at once "change points".
std::string edits_change(const SessionState& before, const SessionState& after);

}  // namespace neighborscope
