// A path that is asked for: the line with it, and the list of its folder. No drawing.
#pragma once
#include "app/commands/commands.hpp"
#include "app/light/file_list.hpp"

#include <string>

namespace neighborscope {

/// The list shows the folder of what was typed. Whoever goes through its rows sees their paths in the line, while the list stays; Return
/// takes what stands in the line.
class PathChooser {
public:
    enum class Answer {
        none,     ///< nothing yet; a folder may have been opened in the list
        path,     ///< line() is the answer
        replaces  ///< so it is, but a file with this name exists: file_written()
    };

    void ask(const PathQuestion&);
    const PathQuestion& question() const { return question_; }
    bool saves() const { return !question_.suggested.empty(); }
    const std::string& line() const { return line_; }
    /// The file that is written for the line, with its ending.
    std::string file_written() const;

    const FolderList& list() const { return list_; }
    int rows() const { return 1 + int(list_.entries.size()); }
    std::string row(int) const;             ///< its text; row 0 is the folder above
    int chosen() const { return chosen_; }  ///< -1: none

    void type(const std::string& line);
    void move(int rows);  ///< down; before the first row, the typed line comes back
    void complete();      ///< as far as the names agree; the next row if they agree no further
    /// A folder is opened in the list, a file is put into the line; a second click takes it.
    Answer click(int row);
    Answer enter();
    std::string folder() const { return folder_and_name(typed_).first; }  ///< that is listed; "": the working folder
    /// Makes a folder in the listed one and opens it. Returns why there is none; "": it is made.
    std::string make_folder(const std::string& name);
    std::size_t filter() const { return filter_; }
    void set_filter(std::size_t);  ///< a file that is to be written gets the ending of the filter

private:
    std::string path_of(int row) const;
    void open_folder(const std::string& folder);
    void read_list();

    PathQuestion question_;
    std::string line_, typed_;  ///< shown; the list is of `typed_`
    bool proposed_ = true;      ///< the line was not typed by the user, so that it filters no names
    std::size_t filter_ = 0;
    FolderList list_;
    int chosen_ = -1, clicked_ = -1;  ///< rows
};

}  // namespace neighborscope
