// The fields of the session document for what a window shows: 2-D or 3-D, the camera, and notes.
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

}  // namespace neighborscope
