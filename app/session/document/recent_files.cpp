#include "app/session/document/recent_files.hpp"

#include "app/session/document/saved_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;
constexpr const char* recent_file = "recent.json";
constexpr std::size_t longest_path = 4096;

std::vector<std::string> kept_paths() {
    std::vector<std::string> paths;
    const nlohmann::json kept = load_saved_json(recent_file);
    if (!kept.is_array()) return paths;
    for (const nlohmann::json& one : kept) {
        if (paths.size() == RecentFiles::most || !one.is_string()) break;
        const std::string& path = one.get_ref<const std::string&>();
        if (path.size() < longest_path && path.starts_with('/') && path.find('\0') == std::string::npos) paths.push_back(path);
    }
    return paths;
}

}  // namespace

RecentFiles::RecentFiles() : paths_(kept_paths()) {}

void RecentFiles::add(const std::string& path) {
    std::error_code error;
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    if (error) return;
    if (std::vector<std::string> kept = kept_paths(); !kept.empty()) paths_ = std::move(kept);  // another window may have added some
    std::erase(paths_, whole.string());
    paths_.insert(paths_.begin(), whole.string());
    if (paths_.size() > most) paths_.resize(most);
    keep();
}

void RecentFiles::clear() {
    paths_.clear();
    keep();
}

void RecentFiles::keep() const try { save_as_json(recent_file, paths_); } catch (const std::exception&) {
}

std::string RecentFiles::title(std::size_t place) const {
    if (place >= paths_.size()) return {};
    const auto name = [](const fs::path& path) { return path.filename().empty() ? path.parent_path().filename() : path.filename(); };
    const fs::path path(paths_[place]);
    const bool twice = std::count_if(paths_.begin(), paths_.end(), [&](const fs::path& other) { return name(other) == name(path); }) > 1;
    return name(path).string() + (twice ? " (" + path.parent_path().filename().string() + ")" : "");
}

}  // namespace neighborscope
