// Tests dragging the sliders of the window: data are generated and searched again, and shown.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>

#include <memory>

class QSlider;

class SlidersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void hotspots_make_other_points();
    void speed_keeps_the_tick();
    void points_are_made_while_the_slider_is_held();
    void leaf_capacity_divides_anew();
    void max_level_divides_anew();
    void k_asks_for_more();
    void a_seed_is_typed();
    void data_of_a_file_have_none();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }
    QSlider* slider(const QString& name);
    void drag(const QString& name, double share);
    bool shown();

    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
