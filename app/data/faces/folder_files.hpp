// Which files of a folder, and of the folders in it, are its pictures. Used within this folder.
#pragma once
#include "gpu/progress.hpp"

#include <cstddef>
#include <string>
#include <system_error>
#include <vector>

namespace neighborscope::faces {

struct FolderFiles {
    std::vector<std::string> pictures;  ///< by their names, also of kinds that are not read; below the folder, sorted
    /// Not read: .git, @eaDir, __MACOSX and their like; ._x.jpg, Thumbs.db; links to folders, which may lead in a circle; folders that
    /// may not be read. Below the folder, sorted.
    std::vector<std::string> hidden_folders, hidden_files, linked_folders, unreadable_folders;
    std::error_code error;  ///< set where the folder itself may not be read
};
/// Input Error if there are far too many files, as on a whole disk.
FolderFiles files_below(const std::string& folder, const Progress& = {}, std::size_t most = 250'000);

/// FolderNotes::skipped_files.
std::string skipped_files_text(const FolderFiles&);

}  // namespace neighborscope::faces
