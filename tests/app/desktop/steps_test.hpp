// Tests stepping in the window with mouse and keyboard, and the panel of steps.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>

#include <memory>

class StepsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void s_opens_and_keys_step();
    void the_query_stays_until_it_is_closed();
    void play_plays_and_pauses();
    void the_dock_shows_the_step();
    void slider_and_table_go_to_a_step();
    void the_track_is_clicked();
    void methods_without_steps_say_so();
    void every_control_has_a_name();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }
    const neighborscope::Stepping& stepping() { return window_->workbench().view().stepping; }
    void open();  ///< starts stepping, and waits for the recording

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
