// Tests a gallery of faces in the window: dropping, cropping and recognising pictures.
#pragma once
#include "app/desktop/main_window.hpp"

#include <QObject>
#include <QTemporaryDir>

#include <memory>

class FacesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void a_dropped_picture_is_asked();
    void the_frame_is_dragged_and_sized();
    void two_clicks_on_the_eyes_cut_the_face_out();
    void fewer_components_by_the_slider();
    void after_enrol_the_keyboard_is_the_views();
    void the_limit_is_dragged();
    void wrong_answers_are_shown_as_pictures();

private:
    neighborscope::Workbench& workbench() { return window_->workbench(); }
    const neighborscope::ViewModel& model() { return window_->workbench().view(); }
    void settle();
    void drop(const QString& file);

    QTemporaryDir folder_;
    std::unique_ptr<neighborscope::desktop::MainWindow> window_;
};
