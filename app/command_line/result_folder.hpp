// The folder for the results of `bench` and `curve`.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace neighborscope {
class TemporaryPath;
}

namespace neighborscope::shell {

/// Creates the folder if necessary, and removes it again if no file was written.
class ResultFolder {
public:
    /// `names`: every file that will be written, so that existing files are found before the work. If some exist and neither `overwrite`
    /// nor `of_earlier(folder)` is true: usage Error, "... and not from `what`". Input Error if the folder is not writable.
    ResultFolder(const std::string& path, std::vector<std::string> names, bool overwrite,
        const std::function<bool(const std::filesystem::path&)>& of_earlier, const std::string& what);
    ~ResultFolder();
    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;
    std::string place(const std::string& name) const { return (path_ / name).string(); }

private:
    [[noreturn]] void fail(const std::string& why) const;
    std::filesystem::path path_;
    std::vector<std::unique_ptr<TemporaryPath>> made_;  ///< outermost first
};

}  // namespace neighborscope::shell
