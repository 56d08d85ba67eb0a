// Presenting: what a window shows on a projector.
#include "app/commands/commands.hpp"

#include <memory>
#include <utility>

namespace neighborscope {
namespace {

/// The method chosen goes through a tree, and its search can be recorded.
bool tells_leaves(const Workbench& workbench) {
    if (!workbench.view().tree) return false;
    for (const MethodEntry& entry : workbench.view().methods)
        if (entry.method->info.name == workbench.session().method) return entry.method->info.records_steps();
    return false;
}

}  // namespace

void add_present_command(Commands& commands, Workbench& workbench, const WindowActions& window) {
    if (!window.toggle_presenter || !window.presenting) return;
    const auto opened = std::make_shared<bool>(false);  // stepping, by presenting
    const auto run = [&workbench, window, opened] {
        const bool begins = !window.presenting();
        if (!begins && std::exchange(*opened, false)) workbench.open_stepping(false);
        window.toggle_presenter();
        if (!begins || workbench.session().stepping || !tells_leaves(workbench)) return;
        workbench.open_stepping(true, -1);
        *opened = true;
    };
    commands.add({"view.present", "Present", "View", "F5",
        "For a projector: the picture alone and larger, its facts above, a sentence and the leaves visited below (Esc ends it).", run, {},
        window.presenting});
}

}  // namespace neighborscope
