#include "program.hpp"

#include "app/command_line/command_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <sys/wait.h>

namespace neighborscope {
namespace {

/// Settings are stored in a folder of the tests: the user's are not changed.
const struct KeptHere {
    KeptHere() { setenv("XDG_CONFIG_HOME", folder.path("config").c_str(), 1); }
    Folder folder;
} kept_here;

}  // namespace

std::vector<std::string> ProgramOutput::lines() const {
    std::vector<std::string> lines;
    std::istringstream in(out);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

ProgramOutput program(const std::vector<std::string>& arguments) {
    std::vector<std::string> words = {"neighborscope"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    ProgramOutput said;
    said.status = command_line(int(words.size()), argv.data());
    said.out = testing::internal::GetCapturedStdout();
    said.err = testing::internal::GetCapturedStderr();
    return said;
}

ProgramOutput in_shell(const std::string& command) {
    ProgramOutput said;
    FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    if (!pipe) return said;
    std::array<char, 4096> some{};
    for (std::size_t bytes; (bytes = fread(some.data(), 1, some.size(), pipe)) > 0;) said.out.append(some.data(), bytes);
    const int status = pclose(pipe);
    said.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return said;
}

Folder::Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "neighborscope-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> Folder::files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string Folder::write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
}

std::string content_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace neighborscope
