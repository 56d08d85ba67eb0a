#include "app/light/keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <cctype>

namespace neighborscope {
namespace {

const char* special(int key) {
    switch (key) {
        case GLFW_KEY_ESCAPE: return "Esc";
        case GLFW_KEY_LEFT: return "Left";
        case GLFW_KEY_RIGHT: return "Right";
        case GLFW_KEY_UP: return "Up";
        case GLFW_KEY_DOWN: return "Down";
        case GLFW_KEY_HOME: return "Home";
        case GLFW_KEY_END: return "End";
        case GLFW_KEY_TAB: return "Tab";
        case GLFW_KEY_SPACE: return "Space";
        case GLFW_KEY_ENTER: return "Return";
        case GLFW_KEY_DELETE: return "Del";
        case GLFW_KEY_PAGE_UP: return "PgUp";
        case GLFW_KEY_PAGE_DOWN: return "PgDown";
        default: return nullptr;
    }
}

}  // namespace

std::string command_keys(int key, int modifiers, const char* name) {
    std::string keys;
    if (modifiers & GLFW_MOD_CONTROL) keys += "Ctrl+";
    if (modifiers & GLFW_MOD_ALT) keys += "Alt+";
    if (modifiers & GLFW_MOD_SHIFT) keys += "Shift+";
    if (const char* word = special(key)) return keys + word;
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25) return keys + "F" + std::to_string(key - GLFW_KEY_F1 + 1);
    // Without Ctrl and Alt it arrives as text, as the keyboard's layout has it.
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
    switch (key) {
        case GLFW_KEY_TAB: return ImGuiKey_Tab;
        case GLFW_KEY_LEFT: return ImGuiKey_LeftArrow;
        case GLFW_KEY_RIGHT: return ImGuiKey_RightArrow;
        case GLFW_KEY_UP: return ImGuiKey_UpArrow;
        case GLFW_KEY_DOWN: return ImGuiKey_DownArrow;
        case GLFW_KEY_PAGE_UP: return ImGuiKey_PageUp;
        case GLFW_KEY_PAGE_DOWN: return ImGuiKey_PageDown;
        case GLFW_KEY_HOME: return ImGuiKey_Home;
        case GLFW_KEY_END: return ImGuiKey_End;
        case GLFW_KEY_INSERT: return ImGuiKey_Insert;
        case GLFW_KEY_DELETE: return ImGuiKey_Delete;
        case GLFW_KEY_BACKSPACE: return ImGuiKey_Backspace;
        case GLFW_KEY_SPACE: return ImGuiKey_Space;
        case GLFW_KEY_ENTER: return ImGuiKey_Enter;
        case GLFW_KEY_KP_ENTER: return ImGuiKey_KeyPadEnter;
        case GLFW_KEY_ESCAPE: return ImGuiKey_Escape;
        case GLFW_KEY_A: return ImGuiKey_A;
        case GLFW_KEY_C: return ImGuiKey_C;
        case GLFW_KEY_V: return ImGuiKey_V;
        case GLFW_KEY_X: return ImGuiKey_X;
        case GLFW_KEY_Y: return ImGuiKey_Y;
        case GLFW_KEY_Z: return ImGuiKey_Z;
        default: return -1;
    }
}

}  // namespace neighborscope
