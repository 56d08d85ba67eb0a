#include "app/session/document/last_session.hpp"

#include "app/session/document/input_files.hpp"
#include "app/session/document/saved_json.hpp"
#include "app/session/document/session_fields.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;
constexpr const char* last_session_file = "last-session.json";

/// Pictures of a camera lie in a folder that goes when the program ends.
bool goes_with_the_program(const std::string& path) {
    std::error_code error;
    const fs::path temporary = fs::temp_directory_path(error);
    return !error && path.starts_with(temporary.string() + "/neighborscope-");
}

}  // namespace

void save_last_session(const SessionState& session) try {
    SessionState kept = session;
    if (goes_with_the_program(kept.query_picture)) kept.set_query();
    std::erase_if(kept.enrolled, [](const faces::Enrolled& one) { return goes_with_the_program(one.file); });
    std::error_code error;
    for (const SessionField& field : session_fields()) {
        const auto* text = field.file.empty() ? nullptr : std::get_if<TextField>(&field.holds);
        if (!text) continue;
        std::string& path = kept.*text->member;
        if (!path.empty() && fs::exists(path, error)) path = fs::absolute(path, error).string();
    }
    save_as_json(last_session_file, to_json(kept));
} catch (const std::exception&) {}

std::optional<SessionState> last_session() try {
    const nlohmann::json kept = load_saved_json(last_session_file);
    if (!kept.is_object()) return std::nullopt;
    SessionState session = session_from_json(kept);
    std::error_code error;
    const std::vector<NamedFile> inputs = input_files(session);
    if (std::any_of(inputs.begin(), inputs.end(),
            [&](const NamedFile& input) { return fs::path(input.path).is_absolute() && !fs::exists(input.path, error); }))
        return std::nullopt;
    return session;
} catch (const std::exception&) { return std::nullopt; }

std::string session_in_words(const SessionState& session) {
    std::error_code error;
    const bool is_file = fs::exists(session.data, error);
    const std::string data = is_file                               ? fs::path(session.data).filename().string()
                             : session.data.starts_with("sample:") ? session.data.substr(7)
                                                                   : session.data;
    return data + ", " + session.method + ", k = " + std::to_string(session.k);
}

}  // namespace neighborscope
