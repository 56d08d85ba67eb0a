// The window: menus from commands, docks, view and status line around one workbench.
#pragma once
#include "app/commands/commands.hpp"
#include "app/session/window_start.hpp"
#include "app/session/workbench.hpp"

#include <QMainWindow>
#include <QTimer>

#include <memory>

class QAction;
class QDockWidget;
class QFileDialog;
class QPushButton;

namespace neighborscope::desktop {

class CommandPalette;
class ComparePanel;
class DataPanel;
class ExactnessPanel;
class MethodPanel;
class NeighboursPanel;
class QueryPanel;
class StatusLine;
class StepsPanel;
class TimingsPanel;
class TreePanel;
class ViewWidget;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(SessionState, const WindowStart&);
    ~MainWindow() override;

    Workbench& workbench() { return *workbench_; }
    const Commands& commands() const { return commands_; }
    /// Runs a command and shows what came of it; false when unknown or refused.
    bool run_command(const QString& id);
    QAction* action_of(const QString& id) const;

    ViewWidget* view() const { return view_; }  ///< null without OpenGL 4.5
    DataPanel* data_panel() const { return data_; }
    MethodPanel* method_panel() const { return method_; }
    QueryPanel* query_panel() const { return query_; }
    NeighboursPanel* neighbours_panel() const { return neighbours_; }
    ExactnessPanel* exactness_panel() const { return exactness_; }
    TimingsPanel* timings_panel() const { return timings_; }
    ComparePanel* compare_panel() const { return compare_; }
    TreePanel* tree_panel() const { return tree_; }
    StepsPanel* steps_panel() const { return steps_; }
    StatusLine* status_line() const { return status_; }
    QDockWidget* bottom_dock() const { return bottom_; }
    CommandPalette* palette_window() const { return palette_; }
    const std::string& open_gl_trouble() const { return trouble_; }  ///< "" when the view can draw

Q_SIGNALS:
    void drawn_frame();

protected:
    void closeEvent(QCloseEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void dragEnterEvent(QDragEnterEvent*) override;
    void dropEvent(QDropEvent*) override;
    bool eventFilter(QObject*, QEvent*) override;

private:
    using Change = std::function<void(SessionState&)>;

    void build_docks();
    void build_view();
    void build_commands();
    void build_menus();
    void build_menu_corner();
    QDockWidget* make_dock(const QString& title, const QString& name, QWidget* body, Qt::DockWidgetArea);
    void connect_panels();
    void show_no_view(const QString& why);

    void poll();      ///< takes over news and shows them
    void show_all();  ///< every panel as session and view model say
    void show_actions();
    void show_bottom();  ///< tables that are made only while they are seen
    void toggle_presenter();
    void show_theme();
    void change(const QString& kind, const Change&, bool merge);
    void remember();  ///< geometry and theme in the user's settings
    void recall(const WindowStart&);
    void fit_docks();

    void open_file();
    void open_session();
    void save_session_as();
    void export_neighbours();
    void export_points();
    void choose_columns();
    void compare_lists();
    void choose_list_queries();
    void show_columns();
    static QString data_filters();  ///< for a dialog: every format there is
    void save_picture();
    void copy_neighbours();
    QFileDialog* ask_file(const QString& title, const QString& name, const QString& filter, const QString& suggested,
        const std::function<void(const QString&)>& then);
    void attempt(const QString& what, const std::function<void()>& how);  ///< errors become the error card
    WindowActions window_actions();

    std::shared_ptr<std::atomic<bool>> waiting_;  ///< a poll is queued already
    std::unique_ptr<Workbench> workbench_;
    Commands commands_;
    std::vector<std::pair<std::string, QAction*>> actions_;
    ViewWidget* view_ = nullptr;
    DataPanel* data_ = nullptr;
    MethodPanel* method_ = nullptr;
    QueryPanel* query_ = nullptr;
    NeighboursPanel* neighbours_ = nullptr;
    ExactnessPanel* exactness_ = nullptr;
    TimingsPanel* timings_ = nullptr;
    TreePanel* tree_ = nullptr;
    ComparePanel* compare_ = nullptr;
    StepsPanel* steps_ = nullptr;
    StatusLine* status_ = nullptr;
    CommandPalette* palette_ = nullptr;
    QPushButton *theme_button_ = nullptr, *search_button_ = nullptr;
    QDockWidget *left_ = nullptr, *right_ = nullptr, *bottom_ = nullptr;
    QTimer busy_timer_, frame_timer_, play_timer_;
    std::string trouble_;
    bool wide_ = false, sized_ = false;
    std::vector<QWidget*> hidden_for_presenting_;
    int bottom_height_ = 0;  ///< before presenting
    render::Theme start_theme_ = render::Theme::light;
    bool theme_set_ = false;
};

}  // namespace neighborscope::desktop
