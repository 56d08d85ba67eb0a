// Events of the window: keys, dropped files, size; and its saved settings.
#include "app/commands/start_offer.hpp"
#include "app/desktop/theme.hpp"
#include "app/desktop/main_window.hpp"
#include "app/desktop/field_event_filter.hpp"
#include "app/desktop/number_field.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/document/saved_cards.hpp"
#include "app/session/document/saved_settings.hpp"
#include "app/session/workbench/card_controls.hpp"
#include "app/session/workbench/workbench.hpp"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QCloseEvent>
#include <QComboBox>
#include <QApplication>
#include <QCoreApplication>
#include <QCursor>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QTimer>
#include <QToolTip>

namespace neighborscope::desktop {

namespace {

/// Settings of the window, not of the document.
QSettings settings() {
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QCoreApplication::organizationName(), QCoreApplication::applicationName());
}

/// Whether text can be typed there.
bool is_text_input(const QWidget* widget) {
    if (const auto* line = qobject_cast<const QLineEdit*>(widget)) return !line->isReadOnly();
    if (const auto* box = qobject_cast<const QComboBox*>(widget)) return box->isEditable();
    return qobject_cast<const QAbstractSpinBox*>(widget);
}

/// Whether the widget is a field for a number, or its line.
bool is_number_input(const QWidget* widget) {
    const auto* field = qobject_cast<const NumberField*>(widget);
    if (!field && widget) field = qobject_cast<const NumberField*>(widget->parentWidget());
    return field && !field->is_text;
}

/// Whether a press of the widget ends editing of a field. The button that clears a line does not.
bool is_button(const QWidget* widget) { return qobject_cast<const QAbstractButton*>(widget) && !is_text_input(widget->parentWidget()); }

std::string keys_of(const QKeyEvent& event) {
    return QKeySequence(event.keyCombination()).toString(QKeySequence::PortableText).toStdString();
}

}  // namespace

/// Sends each key to its owner_of(), and returns the focus to the view after a button was clicked.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress && pointer_image_ >= 0) pulse_pointer();
    const bool asks = event->type() == QEvent::ShortcutOverride, pressed = event->type() == QEvent::KeyPress;
    if (asks || pressed) asked_by_key_ = true;
    else if (event->type() == QEvent::MouseButtonPress) asked_by_key_ = false;
    if (!watched->isWidgetType() || watched == this || watched == view_) return false;
    auto* widget = static_cast<QWidget*>(watched);
    if (widget->window() != this) return false;
    if (event->type() == QEvent::MouseButtonRelease && is_button(widget))
        QTimer::singleShot(0, this, [this] { give_focus_to_view(*this); });
    if (!asks && !pressed) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() & ~Qt::ShiftModifier) return false;  // Qt asks the widget first, and text fields use the same keys
    // Keys that a text field ignores go to its parents, but to no command.
    switch (owner_of(commands_, keys_of(*key), is_text_input(widget) || is_text_input(focusWidget()), is_number_input(focusWidget()))) {
        case KeyOwner::command:
            if (asks) return true;                          // not accepted, so that the command's shortcut gets it
            keyPressEvent(static_cast<QKeyEvent*>(event));  // the command is disabled and has no shortcut
            return true;
        case KeyOwner::widget:
            if (auto* button = qobject_cast<QAbstractButton*>(widget); button && pressed && key->key() == Qt::Key_Return) {
                button->click();  // Return presses it, since the space bar plays
                return true;
            }
            break;
        case KeyOwner::text: break;
    }
    if (asks) event->accept();
    return asks;
}

/// Of a widget, a cell of a table or the picture; "" if the command was not asked for by a key, since the mouse is in a menu then.
std::string MainWindow::help_under_mouse() {
    QWidget* const under = asked_by_key_ ? QApplication::widgetAt(QCursor::pos()) : nullptr;
    if (!under || under->window() != this) return {};
    if (under == view_) return view_->shown_help();
    QHelpEvent ask(QEvent::ToolTip, under->mapFromGlobal(QCursor::pos()), QCursor::pos());
    QApplication::sendEvent(under, &ask);
    const QString help = ask.isAccepted() ? QToolTip::text() : QString();
    QToolTip::hideText();
    return help.toStdString();
}

/// Receives keys of disabled commands. Enabled ones have shortcuts of Qt.
void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (owner_of(commands_, keys_of(*event), is_text_input(focusWidget()), is_number_input(focusWidget())) == KeyOwner::text) return;
    run_key_command(commands_, *workbench_, keys_of(*event));
    poll();
}

void MainWindow::restore_settings(const WindowOptions& start) {
    QSettings saved = settings();
    if (const QString wanted = saved.value("theme").toString(); !wanted.isEmpty())
        start_theme_ = wanted == QLatin1String("dark") ? render::Theme::dark : render::Theme::light;
    const QRect room = screen() ? screen()->availableGeometry() : QRect(0, 0, 1280, 800);
    set_smallest_size();
    const bool asked = start.width > 0;
    resize(std::min(asked ? start.width : room.width(), room.width()), std::min(asked ? start.height : room.height(), room.height()));
    if (asked) return;                                    // an explicit size has priority over the saved one
    setWindowState(windowState() | Qt::WindowMaximized);  // the window manager knows how much its frame takes of the work area
    restoreGeometry(saved.value("geometry").toByteArray());
}

void MainWindow::save_settings() {
    if (!has_settings_folder()) return;  // Qt would take the root folder for a home
    note_view();
    start_offer_->keep_session();
    if (workbench_->cards().changed()) save_cards(workbench_->session().cards);
    QSettings saved = settings();
    saved.setValue("geometry", saveGeometry());
    if (workbench_->session().theme) saved.setValue("theme", *workbench_->session().theme == render::Theme::dark ? "dark" : "light");
}

void MainWindow::closeEvent(QCloseEvent* event) {
    save_settings();
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (view_ && view_->presenter()) show_scale();
    fit_docks();
    show_pointer();
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
