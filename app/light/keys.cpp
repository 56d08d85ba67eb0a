#include "app/light/keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <cctype>

namespace neighborscope {
namespace {

struct Key {
    int glfw;
    const char* command;  ///< null: no command uses it
    int imgui;
};
constexpr Key keys_known[] = {{GLFW_KEY_ESCAPE, "Esc", ImGuiKey_Escape}, {GLFW_KEY_LEFT, "Left", ImGuiKey_LeftArrow},
    {GLFW_KEY_RIGHT, "Right", ImGuiKey_RightArrow}, {GLFW_KEY_UP, "Up", ImGuiKey_UpArrow}, {GLFW_KEY_DOWN, "Down", ImGuiKey_DownArrow},
    {GLFW_KEY_HOME, "Home", ImGuiKey_Home}, {GLFW_KEY_END, "End", ImGuiKey_End}, {GLFW_KEY_TAB, "Tab", ImGuiKey_Tab},
    {GLFW_KEY_SPACE, "Space", ImGuiKey_Space}, {GLFW_KEY_ENTER, "Return", ImGuiKey_Enter}, {GLFW_KEY_DELETE, "Del", ImGuiKey_Delete},
    {GLFW_KEY_PAGE_UP, "PgUp", ImGuiKey_PageUp}, {GLFW_KEY_PAGE_DOWN, "PgDown", ImGuiKey_PageDown},
    {GLFW_KEY_INSERT, nullptr, ImGuiKey_Insert}, {GLFW_KEY_BACKSPACE, "Backspace", ImGuiKey_Backspace},
    {GLFW_KEY_KP_ENTER, nullptr, ImGuiKey_KeyPadEnter}, {GLFW_KEY_A, nullptr, ImGuiKey_A}, {GLFW_KEY_C, nullptr, ImGuiKey_C},
    {GLFW_KEY_V, nullptr, ImGuiKey_V}, {GLFW_KEY_X, nullptr, ImGuiKey_X}, {GLFW_KEY_Y, nullptr, ImGuiKey_Y},
    {GLFW_KEY_Z, nullptr, ImGuiKey_Z}};

}  // namespace

std::string command_keys(int key, int modifiers, const char* name) {
    std::string keys;
    if (modifiers & GLFW_MOD_CONTROL) keys += "Ctrl+";
    if (modifiers & GLFW_MOD_ALT) keys += "Alt+";
    if (modifiers & GLFW_MOD_SHIFT) keys += "Shift+";
    for (const Key& known : keys_known)
        if (known.glfw == key && known.command) return keys + known.command;
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25) return keys + "F" + std::to_string(key - GLFW_KEY_F1 + 1);
    // Without Ctrl and Alt it arrives as text, by the keyboard's layout.
    if (!(modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT))) return "";
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return keys + char('0' + key - GLFW_KEY_0);
    if (name && name[0] && !name[1]) return keys + char(std::toupper(static_cast<unsigned char>(name[0])));
    if (key >= GLFW_KEY_A && key <= GLFW_KEY_Z) return keys + char('A' + key - GLFW_KEY_A);
    return "";
}

std::string command_keys_of_text(unsigned codepoint) {
    if (codepoint <= ' ' || codepoint > '~') return "";
    return std::string(1, char(std::toupper(int(codepoint))));
}

int imgui_key(int key) {
    for (const Key& known : keys_known)
        if (known.glfw == key) return known.imgui;
    return -1;
}

}  // namespace neighborscope
