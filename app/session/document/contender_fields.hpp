// Methods that are compared, side by side or along curves, as fields of the session document: lists of contenders' texts.
#pragma once
#include "app/session/document/session.hpp"

namespace neighborscope {

nlohmann::json race_to_json(const SessionState&);  ///< all contenders, the document's own method first; null: there is no race
/// The document takes the settings of the first one.
void race_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> race_arguments(const SessionState&);
std::string race_change(const SessionState& before, const SessionState& after);

nlohmann::json curve_methods_to_json(const SessionState&);  ///< null: the method shown
void curve_methods_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> curve_methods_arguments(const SessionState&);

}  // namespace neighborscope
