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
    void a_window_made_anew_goes_on_with_it();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
