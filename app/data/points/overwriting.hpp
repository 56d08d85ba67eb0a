// Checks that no output file overwrites an input file.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace neighborscope {

/// A file as messages call it: "--out", "DATA", "the network of DATA".
struct NamedFile {
    std::string name, path;
};

/// Returns the files that `source`, DATA as typed, is read from: the file and its companions (edges beside nodes, labels beside pictures),
/// or the folder; the files of a sample, or of the network of `roads:`. Empty for other generators.
std::vector<NamedFile> files_of(const std::string& name, const std::string& source);

/// Throws a usage Error if an output is one of the inputs or a file in an input folder, or if two outputs are one file. Existing files are
/// compared by device and inode, so links are resolved; files that do not exist yet, by path. Entries without a path are ignored.
void refuse_overwriting(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs);

}  // namespace neighborscope
