#include "app/session/kept_scale.hpp"

#include "app/data/output_file.hpp"
#include "gpu/error.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace neighborscope {
namespace {

std::filesystem::path file_of_scale() {
    const auto given = [](const char* name) {
        const char* value = std::getenv(name);
        return std::filesystem::path(value ? value : "");
    };
    const std::filesystem::path config = given("XDG_CONFIG_HOME"), home = given("HOME");
    return (config.is_absolute() ? config : home / ".config") / "neighborscope" / "view.json";
}

}  // namespace

int kept_scale() {
    std::ifstream file(file_of_scale());
    const nlohmann::json kept = nlohmann::json::parse(file, nullptr, false);
    const auto found = kept.is_object() ? kept.find("scale_percent") : kept.end();
    if (!kept.is_object() || found == kept.end() || !found->is_number_integer()) return 100;
    const int percent = found->get<int>();
    return std::find(std::begin(scales), std::end(scales), percent) == std::end(scales) ? 100 : percent;
}

void keep_scale(int percent) {
    const std::filesystem::path path = file_of_scale();
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error) throw Error(Failure::usage, path.string() + ": " + error.message(), "make the folder writable");
    write_file(path.string(), nlohmann::json{{"scale_percent", percent}}.dump() + "\n");
}

}  // namespace neighborscope
