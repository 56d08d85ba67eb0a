// Tests data of files in the window: colours, names, columns, streets, and writing points.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>
#include <QTemporaryDir>

#include <memory>

class DataTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void colours_are_chosen_by_list_and_keys();
    void plain_data_offer_no_colours();
    void tab_goes_through_the_data_as_they_stand();
    void neighbours_are_named_and_copied_with_their_names();
    void columns_are_chosen_and_undone();
    void columns_without_coordinates_are_refused();
    void samples_say_why_and_offer_a_method();
    void samples_open_as_a_menu();
    void the_health_of_an_index_opens_below();
    void points_are_exported();
    void streets_are_switched();
    void every_format_is_in_the_dialog();
    void o_shows_the_polar_view_of_many_dimensions();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }
    const neighborscope::ViewModel& model() { return window_->workbench().view(); }
    void settle();
    QString wrong_way_of_tab() const;

    QTemporaryDir folder_;
    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
