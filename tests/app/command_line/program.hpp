// The program, called in this process: what it returned and what it said.
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

/// What a shell command prints, errors with it, and how it ends.
ProgramOutput in_shell(const std::string& command);

/// A folder of its own, removed with everything in it.
class Folder {
public:
    Folder();
    ~Folder();
    std::string path(const std::string& name) const { return path_ + "/" + name; }
    /// Names of what lies in it, sorted.
    std::vector<std::string> files() const;
    /// Writes a file; returns its path.
    std::string write(const std::string& name, const std::string& content) const;

private:
    std::string path_;
};

std::string content_of(const std::string& path);

}  // namespace neighborscope
