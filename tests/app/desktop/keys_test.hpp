// Tests who receives keys: a text field while it is edited, else the view.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>

#include <memory>

class KeysTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void after_return_letters_are_the_views();
    void after_return_in_a_note_the_keys_are_the_views();
    void a_text_keeps_the_keyboard_after_return();
    void a_clicked_button_gives_the_keyboard_back();
    void keys_that_step_step_wherever_the_keyboard_is();
    void a_widget_has_the_keys_that_no_command_wants();
    void a_dialog_gives_the_keyboard_back_to_the_view();

private:
    void step();
    neighborscope::Workbench& workbench() { return window_->workbench(); }
    const neighborscope::Stepping& stepping() { return workbench().view().stepping; }

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
