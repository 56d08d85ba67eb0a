#include "app/session/dropped_files.hpp"

#include "app/data/lists/read_lists.hpp"

#include <algorithm>
#include <filesystem>

namespace neighborscope {

void open_dropped(Workbench& workbench, const std::vector<std::string>& paths) {
    if (paths.empty()) return;
    const std::filesystem::path first(paths.front());
    if (workbench.view().data.loaded && looks_like_lists(paths.front())) {
        workbench.compare_lists(paths.front(), paths.size() == 2 ? paths.back() : workbench.session().list_queries);
        return;
    }
    workbench.open_data(paths.front());
    const auto stem = [](const std::filesystem::path& path) {
        const std::string name = path.filename().string();
        return path.parent_path() / name.substr(0, name.find('.'));
    };
    if (std::all_of(paths.begin(), paths.end(), [&](const std::string& path) { return stem(path) == stem(first); })) return;
    workbench.say("Of " + std::to_string(paths.size()) + " files " + first.filename().string() + " is shown: one at a time");
}

}  // namespace neighborscope
