// Where the query is, and the picture or the people that a gallery of faces is asked for, as fields of the session document.
#pragma once
#include "app/session/document/session.hpp"

namespace neighborscope {

/// A list of numbers that float32 holds; input Error that names the key.
std::vector<double> place_in(const std::string& key, const nlohmann::json&);

nlohmann::json query_to(const SessionState&);  ///< [x, y, ...]; null: none
void query_from(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> query_words(const SessionState&);

nlohmann::json query_row_to(const SessionState&);
void query_row_from(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> query_row_words(const SessionState&);

nlohmann::json crop_to(const SessionState&);  ///< [x, y, width, angle] in a picture's pixels and degrees; null: none
void crop_from(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> crop_words(const SessionState&);

nlohmann::json unknown_to(const SessionState&);  ///< a distance; null: the gallery's own limit
void unknown_from(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> unknown_words(const SessionState&);

nlohmann::json enrolled_to(const SessionState&);  ///< [{"person": "Ann", "file": "ann.jpg", "crop": [x, y, width, angle]}]
void enrolled_from(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> enrolled_words(const SessionState&);
std::string enrolled_change(const SessionState& before, const SessionState& after);

}  // namespace neighborscope
