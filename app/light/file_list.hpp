// The files of a folder, to choose one for a path that is asked for.
#pragma once
#include <string>
#include <vector>

namespace neighborscope {

struct FolderEntry {
    std::string name;
    bool is_folder = false;
    bool operator==(const FolderEntry&) const = default;
};

/// What can be chosen for a path as typed so far: "data/no" lists what begins with "no" in the folder "data". Folders first, each by name;
/// of files those that match one of the patterns ("*.csv"; "*": all). Hidden ones only if the name begins with a dot. At most
/// `most_entries`. Empty if the folder cannot be read.
std::vector<FolderEntry> entries_for(const std::string& typed, const std::vector<std::string>& patterns);
inline constexpr std::size_t most_entries = 2000;

/// The path after an entry is chosen: "data/no" and "north" make "data/north", a folder ends in a slash.
std::string path_with(const std::string& typed, const FolderEntry&);
/// The folder above: "data/maps/no" makes "data/", "" makes "../".
std::string path_above(const std::string& typed);

}  // namespace neighborscope
