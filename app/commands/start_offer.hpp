// What a window offers when it opens, and keeps for the next start: recent files, the session it was closed with, and, the very first
// time, three things to try.
#pragma once
#include "app/session/document/recent_files.hpp"
#include "app/session/document/session.hpp"

#include <functional>
#include <optional>
#include <string>

namespace neighborscope {

class Commands;
class Workbench;

class StartOffer {
public:
    /// `tell_desktop` adds a file to the desktop's own list of recent documents; may be empty.
    StartOffer(Workbench&, std::function<void(const std::string& path)> tell_desktop);

    /// Of a window that was opened without data: shows the card.
    void show_card();
    /// After each poll: a file whose points have come is a recent one.
    void note_data();
    /// A session was read from this file, or written to it.
    void note_session(const std::string& path);
    /// The window closes.
    void keep_session() const;

    RecentFiles& recent() { return recent_; }
    const std::optional<SessionState>& last() const { return last_; }  ///< the session that the window before was closed with
    void open_last();

private:
    Workbench& workbench_;
    std::function<void(const std::string&)> tell_desktop_;
    RecentFiles recent_;
    std::optional<SessionState> last_;
    std::string noted_;  ///< the data that were looked at last
};

/// "Open recent" and "Last session", in the menu "File". The offer must outlive the commands.
void add_start_commands(Commands&, Workbench&, StartOffer&);

}  // namespace neighborscope
