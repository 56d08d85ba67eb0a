#include "app/session/faces/still_folder.hpp"

#include "app/data/faces/gallery.hpp"
#include "app/data/files/output_file.hpp"
#include "app/session/document/session.hpp"
#include "gpu/error.hpp"

#include <cerrno>
#include <cstring>
#include <stdlib.h>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;
constexpr const char* folder_name = "neighborscope-stills-";

bool is_still(const std::string& file) { return fs::path(file).parent_path().filename().string().starts_with(folder_name); }

}  // namespace

StillFolder::~StillFolder() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

std::string StillFolder::write(const faces::GreyPicture& picture, int number) {
    if (folder_.empty()) {
        std::string name = (fs::temp_directory_path() / folder_name).string() + "XXXXXX";
        if (!mkdtemp(name.data()))
            throw Error(Failure::input, "there is no space for a camera picture in " + name + ": " + std::strerror(errno),
                "set TMPDIR to another folder");
        folder_ = name;
    }
    const std::vector<std::uint8_t> grey = faces::as_bytes(picture.grey);
    std::string path = (folder_ / ("still-" + std::to_string(number) + ".pgm")).string();
    write_file(path, "P5\n" + std::to_string(picture.size.width) + " " + std::to_string(picture.size.height) + "\n255\n" +
                         std::string(grey.begin(), grey.end()));
    return path;
}

SessionState copy_stills_beside(const SessionState& session, const std::string& path) {
    SessionState saved = session;
    const auto copied = [&](std::string& file) {
        if (!is_still(file)) return;
        const fs::path to = fs::path(path).parent_path() / (fs::path(path).stem().string() + "-" + fs::path(file).filename().string());
        std::error_code error;
        fs::copy_file(file, to, fs::copy_options::overwrite_existing, error);
        if (error)
            throw Error(Failure::input, "the camera picture " + file + " was not copied to " + to.string() + ": " + error.message(),
                "save it elsewhere");
        file = to.string();
    };
    copied(saved.query_picture);
    for (faces::Enrolled& one : saved.enrolled) copied(one.file);
    return saved;
}

}  // namespace neighborscope
