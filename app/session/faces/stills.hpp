// Pictures of a camera: files in a folder of one's own that goes when the program ends.
#pragma once
#include "app/data/faces/face.hpp"

#include <filesystem>

namespace neighborscope {

struct SessionState;

class Stills {
public:
    Stills() = default;
    Stills(const Stills&) = delete;
    Stills& operator=(const Stills&) = delete;
    ~Stills();
    /// Writes it and returns the file's path. An input Error when there is no room.
    std::string keep(const faces::GreyPicture&, int number);

private:
    std::filesystem::path folder_;  ///< "" before the first
};

/// For a session that is saved as `path`: stills that it names are copied beside it, and it names the copies.
SessionState with_stills_beside(const SessionState&, const std::string& path);

}  // namespace neighborscope
