// What happens to the window: keys, dropped files, its size, and what is remembered of it.
#include "app/commands/start_offer.hpp"
#include "app/desktop/theme.hpp"
#include "app/desktop/main_window.hpp"
#include "app/desktop/field_event_filter.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/document/saved_settings.hpp"
#include "app/session/workbench/workbench.hpp"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QCloseEvent>
#include <QComboBox>
#include <QCoreApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QTimer>

namespace neighborscope::desktop {

namespace {

/// The window's own settings; the session is the document and lies in files people name.
QSettings settings() {
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QCoreApplication::organizationName(), QCoreApplication::applicationName());
}

/// Whether somebody writes there.
bool is_text_input(const QWidget* widget) {
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) return !line->isReadOnly();
    if (const auto* box = qobject_cast<const QComboBox*>(widget)) return box->isEditable();
    return qobject_cast<const QAbstractSpinBox*>(widget);
}

/// A press of it ends what was done in a field; that of a line's own clears the line, which goes on.
bool is_button(const QWidget* widget) { return qobject_cast<const QAbstractButton*>(widget) && !is_text_input(widget->parentWidget()); }

std::string keys_of(const QKeyEvent& event) {
    return QKeySequence(event.keyCombination()).toString(QKeySequence::PortableText).toStdString();
}

}  // namespace

/// Gives each key to whom owner_of() says, and the keyboard back to the view once a button was clicked.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    const bool asks = event->type() == QEvent::ShortcutOverride, pressed = event->type() == QEvent::KeyPress;
    if (!watched->isWidgetType() || watched == this || watched == view_) return false;
    auto* widget = static_cast<QWidget*>(watched);
    if (widget->window() != this) return false;
    if (event->type() == QEvent::MouseButtonRelease && is_button(widget))
        QTimer::singleShot(0, this, [this] { give_focus_to_view(*this); });
    if (!asks && !pressed) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() & ~Qt::ShiftModifier) return false;  // Qt asks the widget first, and a text takes the same of these
    // What a text leaves goes on to what lies around it, but to no command.
    switch (owner_of(commands_, keys_of(*key), is_text_input(widget) || is_text_input(focusWidget()))) {
        case KeyOwner::command:
            if (asks) return true;                          // not accepted: it goes to the command's shortcut
            keyPressEvent(static_cast<QKeyEvent*>(event));  // a command without one: it is refused
            return true;
        case KeyOwner::widget:
            if (auto* button = qobject_cast<QAbstractButton*>(widget); button && pressed && key->key() == Qt::Key_Return) {
                button->click();  // where the space bar plays, Return still presses it
                return true;
            }
            break;
        case KeyOwner::text: break;
    }
    if (asks) event->accept();
    return asks;
}

/// Of commands that can be run Qt makes shortcuts; here come the keys of those that are refused.
void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (owner_of(commands_, keys_of(*event), is_text_input(focusWidget())) == KeyOwner::text) return;
    run_key_command(commands_, *workbench_, keys_of(*event));
    poll();
}

void MainWindow::restore_settings(const WindowOptions& start) {
    QSettings saved = settings();
    if (const QString wanted = saved.value("theme").toString(); !wanted.isEmpty())
        start_theme_ = wanted == QLatin1String("dark") ? render::Theme::dark : render::Theme::light;
    const QRect room = screen() ? screen()->availableGeometry() : QRect(0, 0, 1280, 800);
    setMinimumSize(std::min(640, room.width()), std::min(480, room.height()));
    const bool asked = start.width > 0;
    resize(std::min(asked ? start.width : room.width(), room.width()), std::min(asked ? start.height : room.height(), room.height()));
    if (asked) return;                                    // what was asked for is not overruled by the size of last time
    setWindowState(windowState() | Qt::WindowMaximized);  // the window manager knows how much its frame takes of the work area
    restoreGeometry(saved.value("geometry").toByteArray());
}

void MainWindow::save_settings() {
    if (!has_settings_folder()) return;  // Qt would take the root folder for a home
    start_offer_->keep_session();
    QSettings saved = settings();
    saved.setValue("geometry", saveGeometry());
    if (workbench_->session().theme) saved.setValue("theme", *workbench_->session().theme == render::Theme::dark ? "dark" : "light");
}

void MainWindow::closeEvent(QCloseEvent* event) {
    save_settings();
    QMainWindow::closeEvent(event);
}

void MainWindow::fit_docks() {
    const bool wide = width() >= docks_wide_from, narrow = width() < docks_stacked_below;
    if (docks_fitted_ && wide == wide_ && narrow == narrow_) return;
    if (narrow) splitDockWidget(right_, left_, Qt::Vertical);  // below one another, or little were left to the view
    else if (std::exchange(narrow_, narrow)) addDockWidget(Qt::LeftDockWidgetArea, left_);
    docks_fitted_ = true;
    wide_ = wide;
    narrow_ = narrow;
    search_button_->setText(narrow ? QStringLiteral("Ctrl+K") : tr("Search commands (Ctrl+K)"));
    menuBar()->cornerWidget()->hide();
    menuBar()->cornerWidget()->show();  // then the menu bar looks how large it is
    resizeDocks({left_, right_}, {232, 284}, Qt::Horizontal);
    show_panels();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    fit_docks();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    std::vector<std::string> paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) paths.push_back(url.toLocalFile().toStdString());
    if (paths.empty()) return;
    event->acceptProposedAction();
    open_dropped(*workbench_, paths);
    poll();
}

}  // namespace neighborscope::desktop
