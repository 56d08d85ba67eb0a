// Whether a path is a folder.
#pragma once
#include <filesystem>
#include <string>

namespace neighborscope {

/// False too where nobody may look.
inline bool is_folder(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
}

}  // namespace neighborscope
