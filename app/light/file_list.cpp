#include "app/light/file_list.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <tuple>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char one) { return char(std::tolower(one)); });
    return text;
}

/// Patterns are "*" or "*" and an ending.
bool matches(const std::string& name, const std::vector<std::string>& patterns) {
    return std::any_of(
        patterns.begin(), patterns.end(), [&](const std::string& one) { return lower(name).ends_with(lower(one.substr(1))); });
}

std::string sentence_about(const std::error_code& error, const std::string& folder) {
    if (error == std::errc::no_such_file_or_directory) return "There is no folder " + folder + ".";
    if (error == std::errc::not_a_directory) return folder + " is a file, not a folder.";
    if (error == std::errc::permission_denied) return "You may not read the folder " + folder + ".";
    return "The folder " + folder + " cannot be read: " + error.message() + ".";
}

/// How many of a folder's entries are not listed, and why.
struct LeftOut {
    std::size_t hidden = 0, other_beginning = 0, other_type = 0;
};

std::string sentence_about(const LeftOut& left, const FolderRequest& request) {
    if (left.other_type > 0 && request.folders_only) return "There is no folder here, only files.";
    if (left.other_type > 0) return "There are files here, but none of the chosen type.";
    if (left.other_beginning > 0) return "Nothing in this folder begins with '" + request.beginning + "'.";
    if (left.hidden > 0) return "This folder holds only hidden files. Type a dot to see them.";
    return "This folder is empty.";
}

}  // namespace

std::pair<std::string, std::string> folder_and_name(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return {"", path};
    return {path.substr(0, slash + 1), path.substr(slash + 1)};
}

bool begins_with(const std::string& name, const std::string& beginning) { return lower(name).starts_with(lower(beginning)); }

FolderList list_of(const FolderRequest& request) {
    FolderList list;
    LeftOut left;
    std::vector<FolderEntry>& entries = list.entries;
    std::error_code error;
    for (fs::directory_iterator one(request.folder.empty() ? "." : request.folder, error), end; !error && one != end;
         one.increment(error)) {
        FolderEntry entry{one->path().filename().string(), false};
        std::error_code unknown;
        entry.is_folder = one->is_directory(unknown);
        if (entry.name.starts_with('.') && !request.beginning.starts_with('.')) ++left.hidden;
        else if (!begins_with(entry.name, request.beginning)) ++left.other_beginning;
        else if (!entry.is_folder && (request.folders_only || !matches(entry.name, request.patterns))) ++left.other_type;
        else entries.push_back(std::move(entry));
    }
    const auto order = [](const FolderEntry& one) { return std::tuple(!one.is_folder, lower(one.name), one.name); };
    std::sort(entries.begin(), entries.end(), [&](const FolderEntry& a, const FolderEntry& b) { return order(a) < order(b); });
    if (error) list.remark = sentence_about(error, request.folder.empty() ? "." : request.folder);
    else if (entries.empty()) list.remark = sentence_about(left, request);
    else if (entries.size() > most_entries)
        list.remark = "These are the first " + std::to_string(most_entries) + " of " + std::to_string(entries.size()) +
                      ". Type the beginning of a name to see others.";
    entries.resize(std::min(entries.size(), most_entries));
    return list;
}

bool holds_files(const std::string& folder, const std::vector<std::string>& patterns) {
    constexpr int most_looked_at = 10'000;  // the window waits
    int looked_at = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator one(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && one != end && ++looked_at <= most_looked_at; one.increment(error)) {
        std::error_code unknown;
        if (one.depth() > 0) one.disable_recursion_pending();
        if (matches(one->path().filename().string(), patterns) && one->is_regular_file(unknown)) return true;
    }
    return false;
}

std::string path_with(const std::string& typed, const FolderEntry& chosen) {
    return folder_and_name(typed).first + chosen.name + (chosen.is_folder ? "/" : "");
}

std::string path_above(const std::string& typed) {
    std::string folder = folder_and_name(typed).first;
    if (folder == "/") return folder;
    if (folder.empty() || folder.ends_with("../")) return folder + "../";
    return folder_and_name(folder.substr(0, folder.size() - 1)).first;
}

std::string common_beginning(const std::vector<std::string>& names) {
    if (names.empty()) return {};
    const std::string& first = names.front();
    std::size_t length = first.size();
    for (const std::string& name : names) {
        length = std::min(length, name.size());
        while (length > 0 && !begins_with(name, first.substr(0, length))) --length;
    }
    while (length > 0 && length < first.size() && (static_cast<unsigned char>(first[length]) & 0xc0) == 0x80) --length;
    return first.substr(0, length);
}

}  // namespace neighborscope
