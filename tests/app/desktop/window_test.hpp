// Tests the whole window with real data.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>

#include <memory>

class WindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void opens_with_a_list_that_is_right();
    void query_follows_the_mouse();
    void click_pins_and_p_follows_again();
    void dragging_moves_the_picture_not_the_query();
    void wheel_zooms_at_the_mouse();
    void k_field_searches_again_and_refuses_zero();
    void coordinates_typed_pin_the_query();
    void another_method_finds_the_same();
    void undo_and_redo();
    void palette_finds_and_runs();
    void theme_changes_and_is_remembered();
    void copies_a_table();
    void exports_through_the_dialog();
    void session_saved_and_opened();
    void missing_file_keeps_the_last_picture();
    void dropped_file_opens();
    void bottom_dock_is_the_view_model();
    void docks_and_title_are_those_of_the_session();
    void refused_commands_say_why();
    void keys_reach_commands_but_not_from_fields();
    void a_clicked_field_takes_the_keys();
    void every_control_has_a_name();
    void nothing_is_cut_off_at_1280();
    void a_small_window_is_usable();
    void an_unmoved_picture_is_fitted_to_its_size();
    void selected_rank_is_ringed();
    void instruments_can_be_hidden();
    void help_windows_open();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }
    const neighborscope::ViewModel& model() { return window_->workbench().view(); }
    void settle();  ///< waits until the request is answered

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
