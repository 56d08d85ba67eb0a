// Tests points changed by hand in the window: with the mouse, with keys, and in the panel.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>

#include <memory>

class EditsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void the_mouse_adds_moves_and_erases();
    void escape_ends_it_and_buttons_take_back();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }
    bool settled();
    QPoint empty_place();

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
