#include "app/command_line/result_folder.hpp"

#include "app/command_line/console.hpp"
#include "app/data/files/output_file.hpp"
#include "gpu/error.hpp"

namespace neighborscope::shell {

namespace fs = std::filesystem;

ResultFolder::ResultFolder(const std::string& path, std::vector<std::string> names, bool overwrite,
    const std::function<bool(const fs::path&)>& of_earlier, const std::string& what)
    : path_(path) {
    std::error_code error;
    if (is_standard_output(path)) fail("standard output is not a folder");
    if (!path_.has_filename()) path_ = path_.parent_path();  // typed with a slash at the end
    if (fs::exists(path_, error) && !fs::is_directory(path_, error)) fail("it is not a folder");
    std::vector<fs::path> missing;
    for (fs::path one = path_; !one.empty() && !fs::exists(one, error); one = one.parent_path()) missing.push_back(one);
    for (auto one = missing.rbegin(); one != missing.rend(); ++one) {
        if (fs::create_directory(*one, error)) made_.push_back(std::make_unique<TemporaryPath>(*one));
        else if (error) fail(error.message());
    }
    if (!overwrite && !of_earlier(path_))
        for (const std::string& name : names)
            if (fs::exists(path_ / name, error) && !fs::is_directory(path_ / name, error))  // directories are an error below
                throw Error(Failure::usage, (path_ / name).string() + " already exists, and is not from " + what,
                    "choose another folder, or replace it with --overwrite");
    for (const std::string& name : names) OutputFile probe(place(name));  // finds unwritable files before the work
}

ResultFolder::~ResultFolder() {
    while (!made_.empty()) made_.pop_back();  // folders with files stay
}

void ResultFolder::fail(const std::string& why) const {
    throw Error(Failure::input, printable(path_.string()) + ": cannot be written: " + why, "choose another folder");
}

}  // namespace neighborscope::shell
