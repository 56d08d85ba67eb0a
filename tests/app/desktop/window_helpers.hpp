// Helpers for tests of the whole window.
#pragma once
#include "app/desktop/main_window.hpp"
#include "app/desktop/number_field.hpp"
#include "app/desktop/panel_widget.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/shown/view_model.hpp"
#include "tests/patience.hpp"

#include <QAbstractButton>
#include <QApplication>
#include <QCursor>
#include <QDropEvent>
#include <QImage>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QPoint>
#include <QSettings>
#include <QTableView>
#include <QTest>
#include <QUrl>

#include <memory>
#include <vector>

namespace neighborscope::desktop {

/// The patience of tests for Qt.
inline constexpr int patience_ms = int(std::chrono::milliseconds(patience).count());

/// The session of test windows: eight neighbours by heap on the host, light theme.
inline SessionState session_of(const std::string& data) {
    SessionState session;
    session.data = data;
    session.method = "heap";
    session.device = "host";
    session.k = 8;
    session.theme = render::Theme::light;
    return session;
}

/// The same with a quadtree and a pinned query.
inline SessionState tree_session_of(const std::string& data) {
    SessionState session = session_of(data);
    session.method = "quadtree-cached";
    session.query_mode = QueryMode::pinned;
    return session;
}

/// Drops a file on the window like a file manager. False: the window refuses it.
inline bool drop_file(QWidget& window, const QString& file) {
    QMimeData what;
    what.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter({600, 300}, Qt::CopyAction, &what, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QDropEvent drop(QPointF(600, 300), Qt::CopyAction, &what, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &drop);
    return enter.isAccepted();
}

/// Opens a window without saved settings, and waits until its first request is answered and drawn; null if that fails.
inline std::unique_ptr<MainWindow> open_window(const SessionState& session) {
    QSettings(QSettings::IniFormat, QSettings::UserScope, "neighborscope-tests", "neighborscope-tests").clear();
    WindowOptions start;
    start.width = 1280, start.height = 800;
    auto window = std::make_unique<MainWindow>(session, start);
    window->show();
    if (!QTest::qWaitForWindowExposed(window.get(), patience_ms)) return nullptr;
    // Xvfb has no window manager to activate it, and only the active window receives keys.
    QApplication::setActiveWindow(window.get());
    if (!window->view()) {
        qWarning("%s", window->opengl_error().c_str());
        return nullptr;
    }
    const auto answered = [&] {
        const Workbench& workbench = window->workbench();
        return !workbench.view().neighbours.empty() && !workbench.busy() && window->view()->drawn();
    };
    return QTest::qWaitFor(answered, patience_ms) ? std::move(window) : nullptr;
}

/// Requests frames and waits until they are drawn. A click takes effect in the next frame.
inline bool draws(ViewWidget* view, int frames = 2) {
    for (int i = 0; i < frames; ++i) {
        const qint64 before = view->frames();
        view->update();
        if (!QTest::qWaitFor([&] { return view->frames() > before; }, patience_ms)) return false;
    }
    return true;
}

/// The picture without instruments, whose times change in every frame.
inline QImage bare_picture(MainWindow& window) {
    const bool hide = window.view()->instruments();
    if (hide) window.view()->toggle_instruments();
    draws(window.view());
    const QImage picture = window.view()->grabFramebuffer();
    if (hide) window.view()->toggle_instruments();
    return picture;
}

/// Moves the mouse there, and waits until the display has delivered the event.
inline bool mouse_to(QWidget* widget, const QPoint& at) {
    class Watch : public QObject {
    public:
        explicit Watch(const QPoint& at) : at_(at) {}
        bool seen = false;

    private:
        bool eventFilter(QObject*, QEvent* event) override {
            if (event->type() == QEvent::MouseMove && static_cast<QMouseEvent*>(event)->position().toPoint() == at_) seen = true;
            return false;
        }
        QPoint at_;
    };
    Watch watch(at);
    widget->installEventFilter(&watch);
    const auto seen = [&] { return watch.seen; };
    return until(seen, patience, [&] {
        QTest::mouseMove(widget, at + QPoint(2, 2));  // there is no event if the mouse is there already
        QTest::mouseMove(widget, at);
        [[maybe_unused]] const bool told = QTest::qWaitFor(seen, 500);  // a busy display may drop both
    });
}

/// Presses a button when it exists and has its layout.
inline bool click(QWidget* in, const char* id) {
    QAbstractButton* one = nullptr;
    const auto there = [&] { return (one = in->findChild<QAbstractButton*>(id)) && one->isVisible() && one->height() > 10; };
    if (!QTest::qWaitFor(there, patience_ms)) return false;
    QTest::mouseClick(one, Qt::LeftButton);
    return true;
}

inline void type(NumberField* field, const QString& text) {
    auto* line = field->findChild<QLineEdit*>();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
}

// Rows of panels by their ids; null: none.
inline NumberField* number(MainWindow& window, const char* id) { return window.findChild<NumberField*>(id); }
inline QAbstractButton* button(MainWindow& window, const char* id) { return window.findChild<QAbstractButton*>(id); }
inline QTableView* table(MainWindow& window, const char* id) { return window.findChild<QTableView*>(id); }
inline QString cell(const QTableView* table, int row, int column) { return table->model()->index(row, column).data().toString(); }
inline QString text(MainWindow& window, const char* id) {
    const auto* row = window.findChild<Text*>(id);
    return row && row->isVisible() ? row->text() : QString();
}

inline std::vector<double> distances(const ViewModel& view) {
    std::vector<double> result;
    for (const NeighbourRow& row : view.neighbours) result.push_back(row.distance);
    return result;
}

/// Positions in the view without instruments.
inline const QPoint here(330, 260), there(420, 300);

}  // namespace neighborscope::desktop
