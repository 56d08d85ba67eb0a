// Runs the program in this process, and returns its status and output.
#pragma once
#include <string>
#include <vector>

namespace neighborscope {

struct ProgramOutput {
    int status = -1;
    std::string out, err;
    std::vector<std::string> lines() const;  ///< of standard output
};

/// `arguments` without the program's name.
ProgramOutput program(const std::vector<std::string>& arguments);

/// Runs a shell command: its output, including errors, and its status.
ProgramOutput in_shell(const std::string& command);

/// A temporary folder, removed with its content.
class Folder {
public:
    Folder();
    ~Folder();
    std::string path(const std::string& name) const { return path_ + "/" + name; }
    /// Returns the names of its files, sorted.
    std::vector<std::string> files() const;
    /// Writes a file; returns its path.
    std::string write(const std::string& name, const std::string& content) const;

private:
    std::string path_;
};

std::string content_of(const std::string& path);

}  // namespace neighborscope
