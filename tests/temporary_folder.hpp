// A folder for the files of a test, gone with the object.
#pragma once
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace neighborscope::test {

class TemporaryFolder {
public:
    TemporaryFolder() {
        static std::atomic<int> count{0};
        path = std::filesystem::temp_directory_path() / ("neighborscope_test_" + std::to_string(getpid()) + "_" + std::to_string(count++));
        std::filesystem::create_directories(path);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code error;
        std::filesystem::remove_all(path, error);
    }
    std::string operator/(const std::string& name) const { return (path / name).string(); }
    /// Returns the path of the file.
    std::string write(const std::string& name, const std::string& content) const {
        std::ofstream(path / name, std::ios::binary).write(content.data(), std::streamsize(content.size()));
        return *this / name;
    }

    std::filesystem::path path;
};

}  // namespace neighborscope::test
