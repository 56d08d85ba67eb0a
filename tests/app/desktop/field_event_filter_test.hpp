// Tests the common behaviour of fields: the wheel, tooltips, filtered lists.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>

#include <memory>

class FieldEventFilterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void the_wheel_leaves_fields_alone();
    void the_wheel_scrolls_what_lies_around_a_field();
    void nothing_in_a_row_has_no_negative_size();
    void a_method_is_found_by_typing();
    void reasons_are_read_whole();
    void options_of_the_method_are_above_the_fold();
    void titles_of_the_list_are_whole_while_stepping();
    void no_button_is_cut();
    void a_tooltip_does_not_cover_what_it_explains();
    void a_tooltip_does_not_cover_what_is_wrong();
    void f1_explains_the_term_under_the_mouse();
    void the_size_of_text_changes_at_once_and_nothing_is_lost();
    void docks_keep_their_share_however_fast_the_size_of_text_changes();
    void a_size_changed_at_once_is_that_of_a_new_window();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
