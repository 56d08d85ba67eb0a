// The folder that `bench` and `curve` write their results into.
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

/// Made when it is not there, and gone again if nothing came of it.
class ResultFolder {
public:
    /// `names`: every file that will be written, so that it is known what would be replaced before an hour is spent. Where some are there
    /// already and neither `overwrite` nor `of_earlier(folder)` is true: usage Error, "... and not from `what`". Input Error where
    /// nothing can be written.
    ResultFolder(const std::string& path, std::vector<std::string> names, bool overwrite,
        const std::function<bool(const std::filesystem::path&)>& of_earlier, const std::string& what);
    ~ResultFolder();
    ResultFolder(const ResultFolder&) = delete;
    ResultFolder& operator=(const ResultFolder&) = delete;
    std::string place(const std::string& name) const { return (path_ / name).string(); }

private:
    [[noreturn]] void fail(const std::string& why) const;
    std::filesystem::path path_;
    std::vector<std::unique_ptr<TemporaryPath>> made_;  ///< the outermost first
};

}  // namespace neighborscope::shell
