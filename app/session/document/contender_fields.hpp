// The fields of the session document that list contenders: methods compared side by side, and methods of curves.
#pragma once
#include "app/session/document/session.hpp"

namespace neighborscope {

nlohmann::json race_to_json(const SessionState&);  ///< all contenders, the document's own method first; null: no comparison
/// Applies the first contender's settings to the document itself.
void race_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> race_arguments(const SessionState&);
std::string race_change(const SessionState& before, const SessionState& after);

nlohmann::json curve_methods_to_json(const SessionState&);  ///< null: the default
void curve_methods_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> curve_methods_arguments(const SessionState&);

}  // namespace neighborscope
