// What the loader's complaint means when a library of another origin, such as conda's, takes the place of the system's.
#pragma once
#include <string>

namespace neighborscope::modules {

struct Clash {
    std::string cause, remedy;  ///< "" when the complaint is about something else
};
/// `complaint` as dlerror() says it; `library_path` and `preload` are the values of LD_LIBRARY_PATH and LD_PRELOAD.
Clash clash_in(const std::string& complaint, const std::string& library_path, const std::string& preload);

}  // namespace neighborscope::modules
