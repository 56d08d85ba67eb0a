// A temporary folder for stills of a camera, deleted when the program ends.
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
    /// Writes a still and returns its path. Input Error if it cannot be written.
    std::string write(const faces::GreyPicture&, int number);

private:
    std::filesystem::path folder_;  ///< "" before the first still
};

/// For a session to be saved as `path`: copies its stills beside it, and returns the session with the paths of the copies.
SessionState copy_stills_beside(const SessionState&, const std::string& path);

}  // namespace neighborscope
