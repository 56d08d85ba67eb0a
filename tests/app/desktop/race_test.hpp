// Tests compared methods in the window: started by keys, moved by the mouse in any picture, set in a panel.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>

#include <memory>

class RaceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void ctrl_b_shows_two_pictures_and_the_menu_ends_it();
    void the_mouse_in_the_second_picture_moves_both();
    void the_wheel_zooms_both();
    void x_swaps_and_undo_takes_it_back();
    void the_panel_sets_a_contender();
    void steps_are_replayed_together();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }
    void begin();  ///< adds a second method, and waits until both are drawn

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
