// Pictures of a camera: files in a folder of one's own that goes when the program ends.
#pragma once
#include "app/data/faces/face.hpp"

#include <filesystem>

namespace neighborscope {

struct SessionState;

class StillFolder {
public:
    StillFolder() = default;
    StillFolder(const StillFolder&) = delete;
    StillFolder& operator=(const StillFolder&) = delete;
    ~StillFolder();
    /// Writes it and returns the file's path. An input Error when there is no room.
    std::string write(const faces::GreyPicture&, int number);

private:
    std::filesystem::path folder_;  ///< "" before the first
};

/// For a session that is saved as `path`: stills that it names are copied beside it, and it names the copies.
SessionState copy_stills_beside(const SessionState&, const std::string& path);

}  // namespace neighborscope
