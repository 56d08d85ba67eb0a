#include "app/light/path_chooser.hpp"

#include "app/commands/asked_path.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <filesystem>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& path) {
    std::error_code unknown;
    return fs::is_directory(path, unknown);
}

/// Whether the folder is an answer itself, rather than a way to a file.
bool is_folder_of_pictures(const PathQuestion& question, const std::string& folder) {
    return question.id == id_of_open_question && holds_files(folder, pictures_of_faces());
}

}  // namespace

void PathChooser::ask(const PathQuestion& question) {
    question_ = question;
    filter_ = 0;
    line_ = typed_ = saves() ? question.suggested : question.before;
    proposed_ = true;
    read_list();
}

void PathChooser::read_list() {
    const auto [folder, name] = folder_and_name(typed_);
    FolderRequest request{folder};
    if (!saves() && !proposed_) request.beginning = name;
    if (!question_.filters.empty()) request.patterns = question_.filters[filter_].patterns;
    request.folders_only = question_.folder;
    list_ = list_of(request);
    // A sample or a generator is no file.
    if (list_.entries.empty() && folder.empty() && name.find(':') != std::string::npos) list_.remark.clear();
    if (name.empty() && !folder.empty() && is_folder_of_pictures(question_, folder))
        list_.remark = "Return opens the pictures of this folder as faces.";
    clicked_ = chosen_ = -1;
    for (int i = 1; i < rows(); ++i)
        if (const FolderEntry& one = list_.entries[std::size_t(i - 1)]; !one.is_folder && one.name == name) chosen_ = i;
}

std::string PathChooser::row(int row) const {
    if (row == 0) return "../";
    const FolderEntry& one = list_.entries[std::size_t(row - 1)];
    return one.name + (one.is_folder ? "/" : "");
}

std::string PathChooser::path_of(int row) const {
    return row == 0 ? path_above(typed_) : path_with(typed_, list_.entries[std::size_t(row - 1)]);
}

void PathChooser::type(const std::string& line) {
    if (line == line_) return;
    line_ = typed_ = line;
    proposed_ = false;
    read_list();
}

void PathChooser::move(int by) {
    clicked_ = -1;
    const int last = rows() - 1;
    if (chosen_ < 0 && by < 0) return;
    if (chosen_ < 0) chosen_ = std::min(by, last);
    else if (chosen_ == 0 && by < 0) chosen_ = -1;
    else chosen_ = std::clamp(chosen_ + by, 0, last);
    line_ = chosen_ < 0 ? typed_ : path_of(chosen_);
}

void PathChooser::complete() {
    const std::string before = line_;
    if (line_ == typed_) {
        const auto [folder, name] = folder_and_name(typed_);
        std::vector<std::string> names;
        for (int i = 1; i < rows(); ++i)
            if (begins_with(list_.entries[std::size_t(i - 1)].name, name)) names.push_back(row(i));
        if (names.empty()) return;
        if (const std::string common = common_beginning(names); common.size() > name.size() || names.size() == 1) type(folder + common);
    }
    if (line_ == before) move(1);
}

void PathChooser::open_folder(const std::string& folder) {
    std::string name;
    if (saves()) name = is_folder(typed_) ? "" : folder_and_name(typed_).second;
    if (saves() && name.empty()) name = folder_and_name(question_.suggested).second;
    line_ = typed_ = folder + name;
    proposed_ = true;
    read_list();
}

std::string PathChooser::make_folder(const std::string& name) {
    if (name.empty() || name.find('/') != std::string::npos) return "Type a name without a slash.";
    const std::string path = folder() + name;
    std::error_code error;
    if (fs::create_directory(path, error)) open_folder(path + "/");
    else if (error) return "The folder was not made: " + error.message() + ".";
    else return name + " exists already.";
    return {};
}

PathChooser::Answer PathChooser::click(int row) {
    if (row == 0 || list_.entries[std::size_t(row - 1)].is_folder) {
        open_folder(path_of(row));
        return Answer::none;
    }
    if (row == clicked_) return enter();
    chosen_ = clicked_ = row;
    line_ = path_of(row);
    return Answer::none;
}

PathChooser::Answer PathChooser::enter() {
    if (line_.empty()) return Answer::none;
    if (is_folder(line_)) {
        const bool typed = line_ == typed_;  // not a row of the list, which one goes on from
        if (typed && (question_.folder || is_folder_of_pictures(question_, line_))) return Answer::path;
        open_folder(line_.ends_with('/') ? line_ : line_ + "/");
        return Answer::none;
    }
    std::error_code unknown;
    return saves() && !question_.adds && fs::exists(file_written(), unknown) ? Answer::replaces : Answer::path;
}

std::string PathChooser::file_written() const {
    try {
        return path_with_extension(line_, question_.filters);
    } catch (const Error&) { return line_; }  // nothing is written, and the error is shown
}

void PathChooser::set_filter(std::size_t filter) {
    filter_ = filter;
    const std::string ending = question_.filters[filter].patterns.front().substr(1);
    if (saves() && !folder_and_name(line_).second.empty() && !ending.empty())
        line_ = typed_ = fs::path(line_).replace_extension(ending).string();
    read_list();
}

}  // namespace neighborscope
