// Finds the pictures in a folder and its subfolders. Used within this folder.
#pragma once
#include "gpu/progress.hpp"

#include <cstddef>
#include <string>
#include <system_error>
#include <vector>

namespace neighborscope::faces {

struct FolderFiles {
    /// all files with a picture's extension, including kinds that are not read; relative to the folder, sorted
    std::vector<std::string> pictures;
    /// What is not read: .git, @eaDir, __MACOSX and similar; ._x.jpg, Thumbs.db; links to folders, which may form a cycle; folders without
    /// permission. Relative to the folder, sorted.
    std::vector<std::string> hidden_folders, hidden_files, linked_folders, unreadable_folders;
    std::error_code error;  ///< set if the folder itself cannot be read
};
/// Lists the files. Input Error if there are more than `most`, as on a whole disk.
FolderFiles files_below(const std::string& folder, const Progress& = {}, std::size_t most = 250'000);

/// Returns FolderNotes::skipped_files.
std::string skipped_files_text(const FolderFiles&);

}  // namespace neighborscope::faces
