#include "app/desktop/desktop.hpp"

#include "app/desktop/theme.hpp"
#include "app/desktop/main_window.hpp"
#include "app/desktop/style.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/document/saved_settings.hpp"

#include <QApplication>
#include <QScreen>
#include <QSurfaceFormat>

#include <clocale>
#include <cstdio>
#include <utility>

namespace neighborscope {

namespace {

/// Available logical pixels of the screen at 100 percent; `scale`: the present one.
QSize unscaled_screen_size(int scale) {
    const QScreen* screen = QGuiApplication::primaryScreen();
    return screen ? screen->availableSize() * scale / 100.0 : QSize(1280, 800);
}

/// The saved scale, limited to what this screen has room for, which only Qt knows.
int scale_to_show() {
    const int kept = saved_scale();
    if (kept == 100) return kept;
    int argc = 1;
    char name[] = "neighborscope";
    char* argv[] = {name, nullptr};
    const QGuiApplication application(argc, argv);
    const QSize room = unscaled_screen_size(100);
    return fitting_scale(kept, room.width(), room.height());
}

/// Runs one window until it is closed. Returns its state, which continues in a new window if the scale was changed (`restart`), since Qt
/// reads the scale only at its start.
desktop::WindowHandover show_window(desktop::WindowHandover kept, const WindowOptions& start, int& status, bool& restart) {
    QSurfaceFormat format;
    format.setVersion(4, 5);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    QSurfaceFormat::setDefaultFormat(format);
    QApplication::setOrganizationName("neighborscope");
    QApplication::setApplicationName("neighborscope");
    QApplication::setDesktopFileName("neighborscope");
    if (!has_settings_folder()) QApplication::setAttribute(Qt::AA_DisableShaderDiskCache);  // else Qt makes a home for it
    int argc = 1;
    char name[] = "neighborscope";
    char* argv[] = {name, nullptr};
    QApplication application(argc, argv);
    // QApplication sets the user's locale, but numbers in files, options and commands always have a decimal point.
    std::setlocale(LC_NUMERIC, "C");
    QLocale::setDefault(QLocale::c());
    const QSize room = unscaled_screen_size(start.scale);
    WindowOptions with_room = start;
    with_room.max_scale = fitting_scale(200, room.width(), room.height());
    const render::Theme system = desktop::system_theme();
    QApplication::setStyle(new desktop::InstrumentStyle);
    desktop::apply_font();
    desktop::apply_theme(system);

    desktop::MainWindow window(std::move(kept), with_room);
    const auto refuse = [](const std::string& why) {
        std::fprintf(stderr, "neighborscope: --require-interop: %s\n", why.c_str());
        QApplication::exit(exit_status(Failure::device));
    };
    if (start.require_interop) {
        if (!window.opengl_error().empty()) {
            refuse(window.opengl_error());
            status = exit_status(Failure::device);
            return window.hand_over();
        }
        QObject::connect(&window, &desktop::MainWindow::drawn_frame, &window, [&window, refuse] {
            if (!window.opengl_error().empty()) refuse(window.opengl_error());
            else if (window.view() && window.workbench().drawable().lists && !window.view()->interop() &&
                     !window.workbench().view().status.buffer_path.empty())
                refuse("the path is " + window.workbench().view().status.buffer_path);
        });
    }
    QObject::connect(&window, &desktop::MainWindow::scale_chosen, &window, [&] {
        restart = true;
        QApplication::quit();
    });
    window.show();
    status = QApplication::exec();
    if (!restart) start.closed(status);  // settings are saved; destroying the window may wait for threads
    return window.hand_over();
}

}  // namespace

int run_desktop(SessionState session, const WindowOptions& start) {
    constexpr const char* factor = "QT_SCALE_FACTOR";
    bool given = false;
    const double user_factor = qEnvironmentVariable(factor).toDouble(&given);
    int status = 0;
    desktop::WindowHandover handover = desktop::WindowHandover::from(std::move(session));
    bool first = true;
    for (bool restart = true; std::exchange(restart, false);) {
        if (given) qputenv(factor, QByteArray::number(user_factor));
        else qunsetenv(factor);
        WindowOptions sized = start;
        if (!std::exchange(first, false)) sized.without_data = false, sized.lesson.clear();  // the card and the lesson of the start
        if (sized.scale = scale_to_show(); sized.scale != 100)
            qputenv(factor, QByteArray::number((given ? user_factor : 1) * sized.scale / 100.0));
        handover = show_window(std::move(handover), sized, status, restart);
    }
    start.closed(status);
    return status;
}

}  // namespace neighborscope
