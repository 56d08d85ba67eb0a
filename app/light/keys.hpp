// GLFW's keys in the two languages the window speaks: commands (Qt notation) and Dear ImGui.
#pragma once
#include <string>

namespace neighborscope {

/// "Ctrl+Shift+C", "F12", "Esc", "Ctrl+Left"; "" for keys that come as text ("[", "?") or are modifiers alone.
/// `name` is what glfwGetKeyName says, null for keys that print nothing.
std::string command_keys(int glfw_key, int glfw_modifiers, const char* name);

/// A typed character as a key of a command: "p" -> "P", "[" -> "[", "?" -> "?"; "" outside printable ASCII.
std::string command_keys_of_text(unsigned codepoint);

/// ImGuiKey_..., -1 for keys Dear ImGui does not name.
int imgui_key(int glfw_key);

}  // namespace neighborscope
