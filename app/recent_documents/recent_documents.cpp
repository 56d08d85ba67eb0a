#include "app/recent_documents/recent_documents.hpp"

#ifdef NEIGHBORSCOPE_WITH_GLIB

#include <gio/gio.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>

namespace neighborscope {
namespace {

namespace fs = std::filesystem;

using Text = std::unique_ptr<char, decltype(&g_free)>;
Text owned(char* text) { return {text, g_free}; }

/// Where GTK and Qt's portals have it; "" without a home that exists.
fs::path list_file() {
    const auto folder = [](const char* name) { return fs::path(std::getenv(name) ? std::getenv(name) : ""); };
    const fs::path data = folder("XDG_DATA_HOME"), home = folder("HOME");
    std::error_code error;
    if (data.is_absolute()) return fs::exists(data.parent_path(), error) ? data / "recently-used.xbel" : fs::path();
    return home.is_absolute() && fs::exists(home, error) ? home / ".local" / "share" / "recently-used.xbel" : fs::path();
}

std::string mime_type_of(const std::string& path) {
    const Text content = owned(g_content_type_guess(path.c_str(), nullptr, 0, nullptr));
    const Text mime = owned(content ? g_content_type_get_mime_type(content.get()) : nullptr);
    return mime ? mime.get() : "application/octet-stream";
}

}  // namespace

void add_recent_document(const std::string& path) {
    const fs::path file = list_file();
    std::error_code error;
    if (file.empty()) return;
    const std::unique_ptr<GBookmarkFile, decltype(&g_bookmark_file_free)> list(g_bookmark_file_new(), g_bookmark_file_free);
    if (fs::exists(file, error) && !g_bookmark_file_load_from_file(list.get(), file.c_str(), nullptr)) return;  // none of ours to repair
    const Text uri = owned(g_filename_to_uri(path.c_str(), nullptr, nullptr));
    if (!uri) return;
    g_bookmark_file_set_mime_type(list.get(), uri.get(), mime_type_of(path).c_str());
    g_bookmark_file_add_application(list.get(), uri.get(), "Neighborscope", "neighborscope %f");
    fs::create_directories(file.parent_path(), error);
    g_bookmark_file_to_file(list.get(), file.c_str(), nullptr);  // under another name, then renamed
}

}  // namespace neighborscope

#else

namespace neighborscope {

void add_recent_document(const std::string&) {}

}  // namespace neighborscope

#endif
