// Small words of the tests of the whole window.
#pragma once
#include "app/desktop/main_window.hpp"
#include "app/desktop/number_field.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/view_model.hpp"

#include <QApplication>
#include <QLineEdit>
#include <QPoint>
#include <QSettings>
#include <QTest>

#include <memory>
#include <vector>

namespace neighborscope::desktop {

inline constexpr int patience = 20000;  // a loaded machine of two cores

/// What windows of tests begin with: eight neighbours by heap on the host, light.
inline SessionState session_of(const std::string& data) {
    SessionState session;
    session.data = data;
    session.method = "heap";
    session.device = "host";
    session.k = 8;
    session.theme = render::Theme::light;
    return session;
}

/// The same, searched through a quadtree from a query that stays.
inline SessionState tree_session_of(const std::string& data) {
    SessionState session = session_of(data);
    session.method = "quadtree-cached";
    session.query_mode = QueryMode::pinned;
    return session;
}

/// A window on the screen, with nothing remembered of others, its first question answered and drawn; null when it came to nothing.
inline std::unique_ptr<MainWindow> open_window(const SessionState& session) {
    QSettings(QSettings::IniFormat, QSettings::UserScope, "neighborscope-tests", "neighborscope-tests").clear();
    auto window = std::make_unique<MainWindow>(session, WindowStart{});
    window->show();
    if (!QTest::qWaitForWindowExposed(window.get())) return nullptr;
    // Xvfb has no window manager that would do it, and keys reach only the active window.
    QApplication::setActiveWindow(window.get());
    if (!window->view()) {
        qWarning("%s", window->open_gl_trouble().c_str());
        return nullptr;
    }
    const auto answered = [&] {
        const Workbench& workbench = window->workbench();
        return !workbench.view().neighbours.empty() && !workbench.busy() && window->view()->drawn();
    };
    return QTest::qWaitFor(answered, patience) ? std::move(window) : nullptr;
}

inline void type(NumberField* field, const QString& text) {
    auto* line = field->findChild<QLineEdit*>();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
}

inline std::vector<double> distances(const ViewModel& view) {
    std::vector<double> result;
    for (const NeighbourRow& row : view.neighbours) result.push_back(row.distance);
    return result;
}

/// Places of the view that no instrument covers.
inline const QPoint here(330, 260), there(420, 300);

}  // namespace neighborscope::desktop
