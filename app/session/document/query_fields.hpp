// The fields of the session document for the query: its position, its picture, and people enrolled in a gallery of faces.
#pragma once
#include "app/session/document/session.hpp"

namespace neighborscope {

/// Parses a list of numbers in the range of float32. Input Error that names the key.
std::vector<double> parse_position(const std::string& key, const nlohmann::json&);

nlohmann::json query_to_json(const SessionState&);  ///< [x, y, ...]; null: none
void query_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> query_arguments(const SessionState&);

nlohmann::json query_row_to_json(const SessionState&);
void query_row_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> query_row_arguments(const SessionState&);

nlohmann::json crop_to_json(const SessionState&);  ///< [x, y, width, angle] in a picture's pixels and degrees; null: none
void crop_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> crop_arguments(const SessionState&);

nlohmann::json unknown_limit_to_json(const SessionState&);  ///< a distance; null: the gallery's limit
void unknown_limit_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> unknown_limit_arguments(const SessionState&);

nlohmann::json enrolled_to_json(const SessionState&);  ///< [{"person": "Ann", "file": "ann.jpg", "crop": [x, y, width, angle]}]
void enrolled_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> enrolled_arguments(const SessionState&);
std::string enrolled_change(const SessionState& before, const SessionState& after);

}  // namespace neighborscope
