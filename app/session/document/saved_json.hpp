// Reads and writes small JSON files, "NAME.json", in the folder of saved settings (saved_settings.hpp).
#pragma once
#include <nlohmann/json_fwd.hpp>

namespace neighborscope {

/// Returns the content of the file; a discarded value if it does not exist or cannot be read.
nlohmann::json load_saved_json(const char* file);
/// Writes the file. Error if it cannot be written.
void save_as_json(const char* file, const nlohmann::json&);

}  // namespace neighborscope
