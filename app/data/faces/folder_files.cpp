#include "app/data/faces/folder_files.hpp"

#include "app/data/faces/picture.hpp"
#include "app/data/load/reader.hpp"
#include "app/data/load/words.hpp"

#include <algorithm>
#include <filesystem>

namespace neighborscope::faces {
namespace {

namespace fs = std::filesystem;
using std::string_view;

/// Folders of systems, archives and network disks; names that begin with a dot are checked elsewhere.
bool is_hidden_folder(string_view name) {
    static constexpr string_view names[] = {"__macosx", "$recycle.bin", "recycler", "recycled", "system volume information", "lost+found",
        "found.000", "network trash folder", "temporary items", "@eadir", "@recycle", "@recently-snapshot", "@tmp", "@sharebin", "#recycle",
        "#snapshot", "__pycache__"};
    return name.starts_with('.') || is_one_of(name, names);
}

bool is_hidden_file(string_view name) {
    static constexpr string_view names[] = {"thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r"};
    return name.starts_with('.') || is_one_of(name, names);
}

/// Includes formats that are not read, so that they are reported and not silently skipped.
bool is_named_as_picture(string_view name) {
    return is_picture_name(name) || has_extension(name, ".gif .tif .tiff .webp .heic .heif .avif");
}

/// ": .git, anna/@eaDir and 3 more"
std::string examples_text(const std::vector<std::string>& names) {
    constexpr std::size_t shown = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, names.size()); ++i) text += (i == 0 ? " (" : ", ") + names[i];
    return text + (names.size() > shown ? " and " + std::to_string(names.size() - shown) + " more)" : ")");
}

}  // namespace

FolderFiles files_below(const std::string& folder, const Progress& progress, std::size_t most) {
    FolderFiles found;
    std::size_t seen = 0;
    fs::recursive_directory_iterator entry(folder, found.error);
    for (; !found.error && entry != fs::recursive_directory_iterator(); entry.increment(found.error)) {
        if (++seen % 64 == 0) progress.step(0, 0);
        if (seen > most)
            throw Error(Failure::input, folder + ": it contains more than " + std::to_string(most) + " files and folders",
                "open the folder of the pictures themselves");
        std::error_code ignored;
        const std::string name = entry->path().filename().string();
        const std::string below = entry->path().lexically_relative(folder).generic_string();
        const bool link = entry->is_symlink(ignored);
        if (entry->is_directory(ignored)) {
            if (is_hidden_folder(name)) {
                entry.disable_recursion_pending();
                found.hidden_folders.push_back(below);
            } else if (link) {
                found.linked_folders.push_back(below);
            } else if (std::error_code refused; fs::directory_iterator(entry->path(), refused), refused) {
                entry.disable_recursion_pending();
                found.unreadable_folders.push_back(below);
            }
        } else if (is_hidden_file(name)) {
            found.hidden_files.push_back(below);
        } else if (is_named_as_picture(name) && (entry->is_regular_file(ignored) || (link && !entry->exists(ignored)))) {
            found.pictures.push_back(below);  // a broken link is reported as an unreadable picture
        }
    }
    for (std::vector<std::string>* each :
        {&found.pictures, &found.hidden_folders, &found.hidden_files, &found.linked_folders, &found.unreadable_folders})
        std::sort(each->begin(), each->end());
    return found;
}

std::string skipped_files_text(const FolderFiles& found) {
    std::string text;
    const auto say = [&](const std::vector<std::string>& names, const char* one, const char* several) {
        if (names.empty()) return;
        text += (text.empty() ? "" : ", ") + std::to_string(names.size()) + (names.size() == 1 ? one : several) + examples_text(names);
    };
    say(found.hidden_folders, " hidden or system folder", " hidden or system folders");
    say(found.hidden_files, " hidden or system file", " hidden or system files");
    say(found.linked_folders, " link to a folder", " links to folders");
    say(found.unreadable_folders, " folder that may not be read", " folders that may not be read");
    return text;
}

}  // namespace neighborscope::faces
