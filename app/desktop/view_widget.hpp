// The view: the picture, or those of a race, inside a QOpenGLWidget. Paints on demand; instruments get every event first.
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
    /// Where somebody moved the camera; none as long as the data are fitted to the view.
    std::optional<render::Camera> moved_camera() const;
    void set_start_camera(const render::Camera&);  ///< before the first frame: look at the data from there
    void set_selected_rank(int rank_from_0);       ///< -1 none
    void mark_cells(const CellMark&);              ///< cells of the tree that stand out, until other ones are
    void toggle_instruments();
    void set_presenter(bool);  ///< PictureOptions::presenter
    bool presenter() const { return options_.presenter; }
    bool instruments() const { return options_.instruments; }
    bool interop() const;  ///< only meaningful once a frame was drawn
    bool drawn() const { return frames_ > 0; }
    qint64 frames() const { return frames_; }
    std::string opengl_error() const { return opengl_error_; }  ///< why nothing can be drawn; "" = fine
    /// True coordinates under a place of the view (logical pixels); empty without data.
    std::vector<double> position_at(const QPointF&) const;
    /// Where true coordinates are in the view, in logical pixels.
    QPointF pixels_of(const std::vector<double>& position) const;
    Pointer& pointer() { return pointer_; }
    /// Where the pictures are in the view, one of each contender; empty: one fills it.
    std::vector<render::Rectangle> panes() const { return picture_ ? picture_->layout().panes : std::vector<render::Rectangle>(); }

Q_SIGNALS:
    void requested_command(const QString& command);  ///< a button in the view was pressed
    void drawn_frame();
    void hovered(qint64 row);         ///< the row of the data set under the mouse, -1 none
    void edited();                    ///< the mouse changed the session
    void failed(const QString& why);  ///< once: OpenGL cannot draw this

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
    std::optional<render::Camera> start_camera_;
    Pointer pointer_;
    PictureOptions options_;
    std::string opengl_error_;
    qint64 frames_ = 0, hovered_ = -1;
    int selected_rank_ = -1;
    CellMark marked_;
};

/// Whether this machine gives OpenGL 4.5 core; if not, why, for people.
QString missing_opengl_reason();

}  // namespace neighborscope::desktop
