#include "app/session/document/saved_window.hpp"

#include "app/session/document/saved_json.hpp"

#include <nlohmann/json.hpp>

namespace neighborscope {

constexpr const char* window_file = "window.json";

std::optional<WindowGeometry> saved_window_geometry() {
    constexpr int least = 200, most = 16384;
    const nlohmann::json kept = load_saved_json(window_file);
    const auto number = [&](const char* key) {
        const auto found = kept.is_object() ? kept.find(key) : kept.end();
        return found != kept.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
    };
    const std::int64_t width = number("width"), height = number("height");
    if (width < least || width > most || height < least || height > most) return std::nullopt;
    const auto maximized = kept.find("maximized");
    return WindowGeometry{int(width), int(height), maximized != kept.end() && maximized->is_boolean() && maximized->get<bool>()};
}

void save_window_geometry(const WindowGeometry& window) try {
    save_as_json(window_file, {{"width", window.width}, {"height", window.height}, {"maximized", window.maximized}});
} catch (const std::exception&) {}

}  // namespace neighborscope
