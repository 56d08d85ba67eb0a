#include "app/lessons/new_page.hpp"

#include "app/data/files/output_file.hpp"
#include "app/data/load/input_file.hpp"
#include "app/lessons/lesson.hpp"
#include "app/session/document/session_fields.hpp"

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

std::string bytes_of(const fs::path& file) { return std::string(InputFile(file.string()).bytes()); }

/// Copies a dropped picture beside the lesson, and has all other files relative to it, so that the folder of the lesson can be moved.
/// Returns what was done, for the one who adds the page.
std::string bring_files(SessionState& session, const fs::path& folder) {
    std::string done;
    for (const SessionField& field : session_fields()) {
        if (field.file.empty()) continue;
        std::string& file = session.*std::get<TextField>(field.holds).member;
        std::error_code ignored;
        if (file.empty() || !fs::exists(file, ignored)) continue;
        const fs::path beside = fs::weakly_canonical(fs::absolute(folder)), from = fs::weakly_canonical(fs::absolute(file));
        const std::string name = from.filename().string(), way = from.lexically_relative(beside).string();
        const bool inside = !way.starts_with("..");
        if (&file == &session.query_picture && !inside) {
            fs::path to = beside / name;
            const std::string bytes = bytes_of(from);
            for (int number = 2; fs::exists(to) && bytes_of(to) != bytes; ++number)
                to = beside / (from.stem().string() + "-" + std::to_string(number) + from.extension().string());
            if (!fs::exists(to)) write_file(to.string(), bytes);
            done += "; " + name + " was copied beside it";
            file = fs::relative(to).string();
        } else {
            if (!inside) done += "; it reads " + way;
            file = fs::relative(from).string();  // save_session makes it relative to the session
        }
    }
    return done;
}

}  // namespace

AddedPage add_page(const std::string& lesson_file, SessionState session) {
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
    std::string files = bring_files(session, folder);
    save_session(session, (folder / name).string());
    write_file(lesson_file, text);
    return {pages, std::move(files)};
}

}  // namespace neighborscope::lessons
