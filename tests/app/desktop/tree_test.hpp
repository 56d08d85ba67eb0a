// Tests the method's tree in the window: drawing, texts, options.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>

#include <memory>

class TreeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void g_goes_through_the_ways();
    void j_goes_to_the_costliest_query();
    void methods_without_a_tree_refuse();
    void the_table_counts_all_leaves();
    void a_chosen_row_stands_out();
    void dragging_an_option_divides_anew_and_is_undone();
    void steps_list_leaves_and_what_is_final();
    void f5_presents_and_escape_ends_it();
    void f3_goes_to_wrong_lists();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
