#include "app/desktop/desktop.hpp"

#include "app/desktop/theme.hpp"
#include "app/desktop/main_window.hpp"
#include "app/desktop/style.hpp"
#include "app/desktop/view_widget.hpp"
#include "app/session/document/saved_settings.hpp"

#include <QApplication>
#include <QScreen>
#include <QSurfaceFormat>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <utility>

namespace neighborscope {

int run_desktop(SessionState session, const WindowOptions& start) {
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
    const render::Theme system = desktop::system_theme();
    QApplication::setStyle(new desktop::InstrumentStyle);
    desktop::set_text_scale(std::min(saved_scale(), desktop::largest_text_scale(QGuiApplication::primaryScreen())));
    desktop::apply_theme(system);

    desktop::MainWindow window(std::move(session), start);
    const auto refuse = [](const std::string& why) {
        std::fprintf(stderr, "neighborscope: --require-interop: %s\n", why.c_str());
        QApplication::exit(exit_status(Failure::device));
    };
    if (start.require_interop) {
        if (!window.opengl_error().empty()) {
            refuse(window.opengl_error());
            const int status = exit_status(Failure::device);
            start.closed(status);
            return status;
        }
        QObject::connect(&window, &desktop::MainWindow::drawn_frame, &window, [&window, refuse] {
            if (!window.opengl_error().empty()) refuse(window.opengl_error());
            else if (window.view() && window.workbench().drawable().lists && !window.view()->interop() &&
                     !window.workbench().view().status.buffer_path.empty())
                refuse("the path is " + window.workbench().view().status.buffer_path);
        });
    }
    window.show();
    const int status = QApplication::exec();
    start.closed(status);  // settings are saved; destroying the window may wait for threads
    return status;
}

}  // namespace neighborscope
