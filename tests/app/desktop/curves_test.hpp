// Tests curves in the window: start, stop, continue, read and export, by keys and buttons.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>

#include <memory>

class CurvesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void a_curve_is_begun_stopped_and_gone_on_with();
    void the_command_is_copied();
    void a_long_list_of_names_shows_its_beginning();
    void the_roofline_is_shown_and_left();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }
    const neighborscope::Curving& curves() { return workbench().view().curves; }

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
