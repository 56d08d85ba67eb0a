// The fields of the session document for what a window shows: 2-D or 3-D, the camera, notes, docks and cards.
#pragma once
#include "app/session/document/session.hpp"

namespace neighborscope {

nlohmann::json view_to_json(const SessionState&);  ///< "2d" or "3d"; null: by the data
/// Also reads the text of --view, which may have a camera: "2d:-120,37,5".
void view_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> view_arguments(const SessionState&);

nlohmann::json camera_to_json(const SessionState&);  ///< {"centre": [x, y], "height": h}; null: all data
void camera_from_json(SessionState&, const std::string& key, const nlohmann::json&);

nlohmann::json notes_to_json(
    const SessionState&);  ///< [{"text": "...", "at": [x, y, z] or "row": i, "offset": [right, down], "ring": true}]
void notes_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> notes_arguments(const SessionState&);

/// Throws for a title that is too long, or more than a line.
void check_title(const std::string&);

nlohmann::json docks_to_json(const SessionState&);  ///< ["left", "right"]: those that are shown
/// Also reads the text of --docks: "left,bottom" or "none".
void docks_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> docks_arguments(const SessionState&);

nlohmann::json cards_to_json(const SessionState&);  ///< {"legend": {"folded": true}, "why": {"place": [0.1, 0.9]}}
/// Also reads the text of --cards: "legend=folded,why=0.1:0.9,timings=open:0:1". It fails for an unknown name; a file may be of a newer
/// version.
void cards_from_json(SessionState&, const std::string& key, const nlohmann::json&);
std::vector<std::string> cards_arguments(const SessionState&);

}  // namespace neighborscope
