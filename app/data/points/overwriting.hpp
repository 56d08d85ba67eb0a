// Files that are read: no output may take their place.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace neighborscope {

/// A file as messages call it: "--out", "DATA", "the network of DATA".
struct NamedFile {
    std::string name, path;
};

/// What `source`, DATA as typed, is read from: the file and what is read beside it (edges beside nodes, labels beside pictures), or the
/// folder; those of a sample, those of the network of `roads:`. None for other generators.
std::vector<NamedFile> files_of(const std::string& name, const std::string& source);

/// A usage Error when an output is one of the inputs, or what is read of a folder among them, or two outputs are one file. What is there is told apart by device and number, so
/// that links are seen through; what is not, by its place. Files without a path are passed over.
void refuse_overwriting(std::span<const NamedFile> outputs, std::span<const NamedFile> inputs);

}  // namespace neighborscope
