#include "app/lessons/shipped.hpp"

#include "app/data/points/data_set.hpp"
#include "app/lessons/text.hpp"
#include "gpu/error.hpp"
#include "gpu/options.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace neighborscope::lessons {
namespace {

constexpr std::string_view names[] = {"what-a-neighbour-is", "memory-is-the-cost", "a-heap-on-a-gpu", "tiles-and-votes", "one-point-a-warp",
    "moving-objects", "what-a-search-misses", "faces"};

}  // namespace

std::span<const std::string_view> shipped_lessons() { return names; }

std::string shipped_title(std::string_view name) {
    try {
        std::ifstream file(lessons_folder() + "/" + std::string(name) + "/lesson.md");
        std::string line;
        if (std::getline(file, line) && line.starts_with("# ")) return std::string(trimmed(std::string_view(line).substr(2)));
    } catch (const Error&) {}
    return {};
}

std::string lesson_file(const std::string& typed) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    if (fs::is_directory(typed, ignored)) return (fs::path(typed) / "lesson.md").string();
    if (fs::exists(typed, ignored)) return typed;
    if (std::find(std::begin(names), std::end(names), typed) != std::end(names)) return lessons_folder() + "/" + typed + "/lesson.md";
    const std::string near = nearest_name(typed, names);
    throw Error(Failure::input, "there is no file and no lesson '" + typed + "'",
        near.empty() ? "`neighborscope list lessons` shows the lessons" : "did you mean " + near + "?");
}

}  // namespace neighborscope::lessons
