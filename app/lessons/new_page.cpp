#include "app/lessons/new_page.hpp"

#include "app/data/files/output_file.hpp"
#include "app/data/load/input_file.hpp"
#include "app/lessons/lesson.hpp"

#include <filesystem>
#include <string_view>

namespace neighborscope::lessons {
namespace {

namespace fs = std::filesystem;

/// A title from the name of the folder, or of the file if that says more: "my-first-lesson" becomes "My first lesson".
std::string title_of(const std::string& lesson_file) {
    const fs::path path = fs::absolute(lesson_file);
    std::string title = path.stem() == "lesson" ? path.parent_path().filename().string() : path.stem().string();
    for (char& one : title)
        if (one == '-' || one == '_') one = ' ';
    if (title.empty()) return "A lesson";
    if (title[0] >= 'a' && title[0] <= 'z') title[0] = char(title[0] - 'a' + 'A');
    return title;
}

/// A heading from the view: "iris, with quadtree-cached". Marks of Markdown and numbers of a generator are left out.
std::string heading_of(const SessionState& session) {
    std::string name = session.data;
    if (name.starts_with("sample:")) name.erase(0, std::string_view("sample:").size());
    else if (const std::size_t colon = name.find(':'); colon != std::string::npos && !fs::exists(name)) name.erase(colon);
    else name = fs::path(name).stem().string();
    for (char& one : name)
        if (std::string_view("\\`*_{}[]<>#|$&!\n\r").find(one) != std::string_view::npos) one = ' ';
    if (name.empty()) name = "The points";
    return name + ", with " + session.method;
}

std::string text_of_page(const std::string& session_file, const SessionState& session) {
    return "```page\nsession: " + session_file + "\n```\n\n## " + heading_of(session) +
           "\n\nThe search with {method} found {found} of the {k} nearest neighbours.\n";
}

}  // namespace

std::size_t add_page(const std::string& lesson_file, const SessionState& session) {
    const bool is_new = !fs::exists(lesson_file);
    std::string text = is_new ? "# " + title_of(lesson_file) + "\n\n" : std::string();
    if (!is_new) {
        const InputFile before(lesson_file, {}, largest_lesson + 1);
        text = std::string(before.bytes());
        (void)parse_lesson(lesson_file, text);
        if (!text.ends_with('\n')) text += '\n';
        text += '\n';
    }
    const fs::path folder = fs::path(lesson_file).parent_path();
    std::string name;
    for (int number = 1; name.empty() || fs::exists(folder / name); ++number) name = "page-" + std::to_string(number) + ".json";
    text += text_of_page(name, session);
    const std::size_t pages = parse_lesson(lesson_file, text).pages.size();
    save_session(session, (folder / name).string());
    write_file(lesson_file, text);
    return pages;
}

}  // namespace neighborscope::lessons
