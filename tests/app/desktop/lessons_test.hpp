// Tests a lesson beside the view: pages, exercises that are clicked, presenting, another size of text.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>

#include <memory>

class LessonsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void exercises_are_clicked();
    void f5_keeps_it_and_enlarges_it();
    void a_picture_is_as_wide_as_the_panel_at_most();
    void f5_shows_a_large_pointer_that_pulses();
    void the_picture_keeps_most_of_the_width();
    void its_text_grows_with_all_text();
    void f5_enlarges_its_text_as_the_picture();
    void large_text_shows_one_dock_at_a_time();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
