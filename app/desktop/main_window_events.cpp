// What happens to the window: keys, dropped files, its size, and what is remembered of it.
#include "app/desktop/look.hpp"
#include "app/desktop/main_window.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/workbench.hpp"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
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

namespace neighborscope::desktop {

namespace {

/// The window's own settings; the session is the document and lies in files people name.
QSettings settings() {
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QCoreApplication::organizationName(), QCoreApplication::applicationName());
}

}  // namespace

/// Keys without Ctrl that step are commands of the view; in a field, a slider, a table or a button they do there what they always
/// do.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride || !watched->isWidgetType()) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    const auto* widget = static_cast<QWidget*>(watched);
    if (widget->window() != this || widget == view_ || widget == this || (key->modifiers() & ~Qt::ShiftModifier)) return false;
    const bool types = qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget);
    switch (key->key()) {
        case Qt::Key_Space:
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Home:
        case Qt::Key_End:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: break;
        case Qt::Key_Escape:
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!types) return false;
            break;
        default: return false;
    }
    const bool takes_keys = types || qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QAbstractSlider*>(widget) ||
                            qobject_cast<const QAbstractItemView*>(widget) || qobject_cast<const QComboBox*>(widget);
    if (takes_keys) event->accept();
    return takes_keys;
}

/// Of commands that can be run Qt makes shortcuts; here come the keys of those that are refused.
void MainWindow::keyPressEvent(QKeyEvent* event) {
    press_keys(commands_, *workbench_, QKeySequence(event->keyCombination()).toString(QKeySequence::PortableText).toStdString());
    poll();
}

void MainWindow::recall(const WindowStart& start) {
    QSettings saved = settings();
    if (const QString wanted = saved.value("theme").toString(); !wanted.isEmpty())
        start_theme_ = wanted == QLatin1String("dark") ? render::Theme::dark : render::Theme::light;
    const QRect room = screen() ? screen()->availableGeometry() : QRect(0, 0, 1280, 800);
    setMinimumSize(std::min(640, room.width()), std::min(480, room.height()));
    const bool asked = start.width > 0;
    const WindowSize usual = usual_size(room.width(), room.height());
    resize(std::min(asked ? start.width : usual.width, room.width()), std::min(asked ? start.height : usual.height, room.height()));
    if (asked) return;             // what was asked for is not overruled by the size of last time
    constexpr int title_bar = 40;  // about what a window manager adds: on small screens the lower edge would be off them
    if (usual.height + title_bar > room.height()) setWindowState(windowState() | Qt::WindowMaximized);
    restoreGeometry(saved.value("geometry").toByteArray());
}

void MainWindow::remember() {
    QSettings saved = settings();
    saved.setValue("geometry", saveGeometry());
    if (workbench_->session().theme) saved.setValue("theme", *workbench_->session().theme == render::Theme::dark ? "dark" : "light");
}

void MainWindow::closeEvent(QCloseEvent* event) {
    remember();
    QMainWindow::closeEvent(event);
}

void MainWindow::fit_docks() {
    const bool wide = width() >= docks_wide_from, narrow = width() < docks_stacked_below;
    if (sized_ && wide == wide_ && narrow == narrow_) return;
    if (narrow) splitDockWidget(right_, left_, Qt::Vertical);  // below one another, or little were left to the view
    else if (std::exchange(narrow_, narrow)) addDockWidget(Qt::LeftDockWidgetArea, left_);
    sized_ = true;
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
