// Small files of JSON in the folder of what is kept for the next start (saved_settings.hpp), each called "NAME.json".
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace neighborscope {

/// What the file holds; a discarded value where there is none, or none that can be read.
nlohmann::json load_saved_json(const char* file);
/// Error when it cannot be written.
void save_as_json(const char* file, const nlohmann::json&);

}  // namespace neighborscope
