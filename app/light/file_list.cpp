#include "app/light/file_list.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <tuple>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;

/// "data/no" is the folder "data/" and the beginning "no".
std::pair<std::string, std::string> parts_of(const std::string& typed) {
    const std::size_t slash = typed.rfind('/');
    if (slash == std::string::npos) return {"", typed};
    return {typed.substr(0, slash + 1), typed.substr(slash + 1)};
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char one) { return char(std::tolower(one)); });
    return text;
}

/// Patterns are "*" or "*" and an ending.
bool matches(const std::string& name, const std::vector<std::string>& patterns) {
    return patterns.empty() || std::any_of(patterns.begin(), patterns.end(),
                                   [&](const std::string& one) { return lower(name).ends_with(lower(one.substr(1))); });
}

}  // namespace

std::vector<FolderEntry> entries_for(const std::string& typed, const std::vector<std::string>& patterns) {
    const auto [folder, beginning] = parts_of(typed);
    std::vector<FolderEntry> entries;
    std::error_code error;
    for (fs::directory_iterator one(folder.empty() ? "." : folder, error), end; !error && one != end; one.increment(error)) {
        FolderEntry entry{one->path().filename().string(), false};
        std::error_code unknown;
        entry.is_folder = one->is_directory(unknown);
        if (!lower(entry.name).starts_with(lower(beginning)) || (entry.name.starts_with('.') && beginning.empty())) continue;
        if (entry.is_folder || matches(entry.name, patterns)) entries.push_back(std::move(entry));
    }
    const auto order = [](const FolderEntry& one) { return std::tuple(!one.is_folder, lower(one.name), one.name); };
    std::sort(entries.begin(), entries.end(), [&](const FolderEntry& a, const FolderEntry& b) { return order(a) < order(b); });
    entries.resize(std::min(entries.size(), most_entries));
    return entries;
}

std::string path_with(const std::string& typed, const FolderEntry& chosen) {
    return parts_of(typed).first + chosen.name + (chosen.is_folder ? "/" : "");
}

std::string path_above(const std::string& typed) {
    std::string folder = parts_of(typed).first;
    if (folder == "/") return folder;
    if (folder.empty() || folder.ends_with("../")) return folder + "../";
    return parts_of(folder.substr(0, folder.size() - 1)).first;
}

}  // namespace neighborscope
