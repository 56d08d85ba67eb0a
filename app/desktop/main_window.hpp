// The main window: menus from commands, docks, view and status line of one workbench.
#pragma once
#include "app/commands/window_layout.hpp"
#include "app/instruments/overlay/large_pointer.hpp"
#include "app/panels/sheets.hpp"
#include "app/session/document/window_options.hpp"
#include "app/session/threads/heartbeat.hpp"
#include "app/session/workbench/workbench.hpp"
#include "render/camera.hpp"

#include <QMainWindow>
#include <QTimer>

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

class QAction;
class QDockWidget;
class QMenu;
class QPushButton;

namespace neighborscope {
struct MenuEntry;
}

namespace neighborscope::desktop {

class CommandPalette;
class DockTabs;
class PanelWidget;
class StatusLine;
class ViewWidget;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(SessionState, const WindowOptions&);
    ~MainWindow() override;

    Workbench& workbench() { return *workbench_; }
    const Commands& commands() const { return commands_; }
    /// Runs a command and updates the window. False if it is unknown or disabled.
    bool run_command(const QString& id);
    QAction* action_of(const QString& id) const;

    ViewWidget* view() const { return view_; }    ///< null without OpenGL 4.5
    PanelWidget* panel(const QString& id) const;  ///< "query"
    const panels::PanelState& panel_state() const { return panel_state_; }
    StatusLine* status_line() const { return status_; }
    QDockWidget* bottom_dock() const { return bottom_; }
    CommandPalette* palette_window() const { return palette_; }
    const std::string& opengl_error() const { return opengl_error_; }  ///< why the view cannot draw; "": it can

Q_SIGNALS:
    void drawn_frame();

protected:
    void closeEvent(QCloseEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void dragEnterEvent(QDragEnterEvent*) override;
    void dropEvent(QDropEvent*) override;
    bool eventFilter(QObject*, QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    void build_docks();
    void build_view();
    void build_commands();
    void build_menus();
    void fill_menu(QMenu*, const MenuEntry&);
    void build_menu_corner();
    QDockWidget* make_dock(Dock, const QString& name, QWidget* body, Qt::DockWidgetArea);
    panels::Context context() { return {*workbench_, commands_, panel_state_, workbench_->view(), workbench_->session(), layout_.wide}; }
    void panel_changed(std::size_t panel);
    void end_drag();
    void show_opengl_error(const QString& why);

    void detach_from_workbench();
    void poll();      ///< takes results and shows them
    void show_all();  ///< updates everything from session and view model
    void show_panels();
    void show_actions();
    void toggle_presenter();
    void note_view();  ///< Workbench::note_view: camera and presentation mode
    void show_theme();
    void show_theme_button();
    void show_pointer();   ///< the large pointer, or what the widgets have
    void pulse_pointer();  ///< by a click
    bool is_pointer_large() const;
    std::string help_under_mouse();
    void show_scale();  ///< the chosen size of text, enlarged while presenting, at once; nothing else changes
    void keep_dock_widths();
    void scale_docks();  ///< gives the docks their widths at the size of text
    void set_smallest_size();
    void limit_docks();  ///< the widths they have at least
    void note_dock_widths();
    void save_settings();  ///< geometry and theme
    void restore_settings(const WindowOptions&);
    void fit_docks();  ///< places them as the window has room
    void place_docks();
    void show_docks();  ///< those of the document, or the one whose turn it is; only the lesson while presenting
    void toggle_dock(Dock);
    QDockWidget* dock_of(Dock dock) const { return std::array{left_, right_, bottom_, lesson_}[std::size_t(dock)]; }
    void show_lesson();  ///< shows its dock while a lesson is open

    void ask_path(const PathQuestion&, const std::function<void(const std::string&)>& then);
    void show_columns();
    void show_sheet(const QString& name, panels::Sheet);
    std::function<void(const std::string& path)> take_picture();
    WindowActions window_actions();

    std::shared_ptr<std::atomic<bool>> poll_queued_;  ///< a poll is queued already
    /// Wakes the window, from any thread.
    struct Waker {
        std::mutex mutex;
        std::function<void()> wake;  ///< unset without a window
    };
    std::shared_ptr<Waker> waker_;
    std::unique_ptr<Workbench> workbench_;
    std::unique_ptr<StartOffer> start_offer_;
    Commands commands_;
    std::vector<std::pair<std::string, QAction*>> actions_;
    ViewWidget* view_ = nullptr;
    panels::PanelState panel_state_;
    panels::DescribedPanels described_;
    std::vector<PanelWidget*> panels_;  ///< in the order of panels::all_panels()
    StatusLine* status_ = nullptr;
    CommandPalette* palette_ = nullptr;
    QPushButton *theme_button_ = nullptr, *search_button_ = nullptr;
    QDockWidget *left_ = nullptr, *right_ = nullptr, *bottom_ = nullptr, *lesson_ = nullptr;
    std::vector<std::pair<QDockWidget*, double>> dock_widths_;  ///< at 100 percent, before the size of text changed last
    std::map<std::pair<DockPlaces, bool>, std::vector<std::pair<QDockWidget*, double>>> widths_left_;  ///< at these places, with a lesson
    QTimer dock_timer_;  ///< runs until the layout knows the new sizes
    QTimer busy_timer_, frame_timer_, play_timer_, heartbeat_timer_;
    Heartbeat heartbeat_;
    std::string opengl_error_;
    WindowLayout layout_;
    DockTurns turns_;
    std::vector<DockTabs*> tabs_;  ///< above each dock, while they take turns
    bool docks_fitted_ = false;
    std::string lesson_page_;    ///< the page that is scrolled to its top
    bool asked_by_key_ = false;  ///< the last input was a key
    bool showing_ = false;       ///< what the workbench shows is being read: nothing may change it
    bool presenting_ = false;    ///< as the lesson is shown
    int chosen_scale_ = 100;     ///< percent; while presenting, text is larger
    int bottom_height_ = 0;      ///< before presenting
    render::Theme start_theme_ = render::Theme::light;
    bool theme_applied_ = false;
    std::optional<bool> large_pointer_;  ///< as chosen since the last change of the presentation mode; none: shown while presenting
    PointerPulse pulse_;
    QTimer pulse_timer_;
    int pointer_image_ = -1, pointer_diameter_ = 0;  ///< what the cursor shows; -1: no large pointer
    std::uint64_t opened_views_ = 0;                 ///< ViewModel::opened_views of the last poll
};

}  // namespace neighborscope::desktop
