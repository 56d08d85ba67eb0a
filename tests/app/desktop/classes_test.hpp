// Tests classification in the window: regions, rings, the curve of accuracy and the confusion matrix, by keys and clicks.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>

#include <memory>

class ClassesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void keys_draw_regions_and_go_to_misclassified_points();
    void a_cell_of_the_table_rings_its_points();
    void a_click_into_the_curve_asks_with_that_k();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }
    const neighborscope::Classifying& classes() { return workbench().view().classes; }
    void classify();

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
