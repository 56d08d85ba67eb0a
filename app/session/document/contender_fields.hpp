// Methods that are compared, side by side or along curves, as fields of the session document: lists of contenders' texts.
#pragma once
#include "app/session/document/session.hpp"

namespace neighborscope {

nlohmann::json race_to(const SessionState&);  ///< all contenders, the document's own method first; null: there is no race
/// The document takes the settings of the first one.
void race_from(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> race_words(const SessionState&);
std::string race_change(const SessionState& before, const SessionState& after);

nlohmann::json curve_methods_to(const SessionState&);  ///< null: the method shown
void curve_methods_from(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> curve_methods_words(const SessionState&);

}  // namespace neighborscope
