// Converts keys of GLFW to those of commands (Qt notation) and of Dear ImGui.
#pragma once
#include <string>

namespace neighborscope {

/// "Ctrl+Shift+C", "F12", "Esc", "Ctrl+Left"; "" for keys that arrive as text ("[", "?") and for modifiers alone. `name`: of
/// glfwGetKeyName; null for keys that print nothing.
std::string command_keys(int glfw_key, int glfw_modifiers, const char* name);

/// The command key of a typed character: "p" -> "P", "[" -> "[", "?" -> "?"; "" outside printable ASCII.
std::string command_keys_of_text(unsigned codepoint);

/// ImGuiKey_...; -1 for keys unknown to Dear ImGui.
int imgui_key(int glfw_key);

}  // namespace neighborscope
