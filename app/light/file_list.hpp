// The files of a folder, to choose one for a path that is asked for.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace neighborscope {

struct FolderEntry {
    std::string name;
    bool is_folder = false;
    bool operator==(const FolderEntry&) const = default;
};

/// What to list of a folder.
struct FolderRequest {
    std::string folder;                      ///< "": the working folder; else it ends in a slash
    std::string beginning = {};              ///< of the names, ignoring case
    std::vector<std::string> patterns{"*"};  ///< of the files: "*.csv"; "*": all
    bool folders_only = false;
};

struct FolderList {
    std::vector<FolderEntry> entries;  ///< folders first, each by name; at most `most_entries`
    std::string remark;                ///< why there are none, or that more are left out; "": neither
};
inline constexpr std::size_t most_entries = 2000;

/// Hidden files are listed only if the beginning starts with a dot.
FolderList list_of(const FolderRequest&);
/// Whether the folder, or one in it, has a file that matches. Looks at a limited number of files.
bool holds_files(const std::string& folder, const std::vector<std::string>& patterns);

/// "data/no" is the folder "data/" and the name "no".
std::pair<std::string, std::string> folder_and_name(const std::string& path);
/// The path after an entry is chosen: "data/no" and "north" make "data/north", a folder ends in a slash.
std::string path_with(const std::string& typed, const FolderEntry&);
/// The folder above: "data/maps/no" makes "data/", "" makes "../".
std::string path_above(const std::string& typed);
/// What the names have in common at their beginning, ignoring case, in the spelling of the first; whole UTF-8 characters.
std::string common_beginning(const std::vector<std::string>& names);
/// Whether the name begins so, ignoring case.
bool begins_with(const std::string& name, const std::string& beginning);

}  // namespace neighborscope
