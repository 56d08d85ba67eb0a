// The view: the picture, or the pictures of a race, in a QOpenGLWidget. Paints on demand. Instruments receive every event first.
#pragma once
#include "app/instruments/race/race_picture.hpp"
#include "app/session/workbench/workbench.hpp"

#include <QOpenGLWidget>
#include <QPointF>

#include <memory>

namespace neighborscope::desktop {

class ViewWidget : public QOpenGLWidget {
    Q_OBJECT
public:
    ViewWidget(Workbench&, const Commands&, QWidget* parent = nullptr);
    ~ViewWidget() override;

    void fit();
    /// The camera if the user moved it; none: the data are fitted to the view.
    std::optional<render::Camera> moved_camera() const;
    std::optional<SavedCamera> saved_camera(const std::optional<SavedCamera>& before) const;  ///< Picture::saved_camera
    void set_selected_rank(int rank_from_0);                                                  ///< -1: none
    void mark_cells(const CellMark&);  ///< highlights cells of the tree, until the next call
    void toggle_instruments();
    void set_presenter(bool);     ///< PictureOptions::presenter
    void set_text_scale(double);  ///< PictureOptions::text_scale
    bool presenter() const { return options_.presenter; }
    bool instruments() const { return options_.instruments; }
    void change_scale();   ///< after set_text_scale(): the mouse is elsewhere in the picture
    bool interop() const;  ///< valid after the first frame
    bool drawn() const { return frames_ > 0; }
    qint64 frames() const { return frames_; }
    std::string opengl_error() const { return opengl_error_; }  ///< why nothing can be drawn; "": it can
    /// True coordinates of a position in the view (logical pixels); empty without data.
    std::vector<double> position_at(const QPointF&) const;
    /// The position of true coordinates in the view, in logical pixels.
    QPointF pixels_of(const std::vector<double>& position) const;
    Pointer& pointer() { return pointer_; }
    std::string shown_help() const { return picture_ ? picture_->shown_help() : std::string(); }  ///< RacePicture::shown_help
    bool add_note();                                                                              ///< at the mouse: Pointer::add_note
    /// Areas of the pictures, one for each contender; empty: one picture fills the view.
    std::vector<render::Rectangle> panes() const { return picture_ ? picture_->layout().panes : std::vector<render::Rectangle>(); }

Q_SIGNALS:
    void requested_command(const QString& command);  ///< a button in the view was pressed
    void drawn_frame();
    void hovered(qint64 row);         ///< the row under the mouse; -1: none
    void edited();                    ///< the mouse changed the session
    void failed(const QString& why);  ///< OpenGL cannot draw; emitted once

protected:
    bool event(QEvent*) override;
    void initializeGL() override;
    void paintGL() override;

private:
    bool send_to_instruments(QEvent*);
    bool send_to_pointer(QEvent*);
    void show_cursor();
    void release_picture();

    Workbench& workbench_;
    const Commands& commands_;
    std::unique_ptr<RacePicture> picture_;
    Pointer pointer_;
    PictureOptions options_;
    std::string opengl_error_;
    std::optional<QPointF> mouse_;  ///< as of the last event; none: it is not in the view
    qint64 frames_ = 0, hovered_ = -1;
    int selected_rank_ = -1;
    CellMark marked_;
};

/// Why this machine has no OpenGL 4.5 core; "": it has.
QString missing_opengl_reason();

}  // namespace neighborscope::desktop
