// What the mouse and the arrow keys do in the view, the same in every window: the query follows, a click pins it, a drag pans or turns,
// the wheel zooms, keys nudge. Where rows are pictures the query is always one of them: the one under the mouse, the next.
#pragma once
#include "app/session/workbench/workbench.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace neighborscope {

/// The picture that is pointed at. Pixels are the camera's; places are relative to the data's origin, along the axes of the picture.
class PointedPicture {
public:
    using Place = std::array<double, 3>;
    virtual ~PointedPicture() = default;
    virtual bool in_space() const = 0;                       ///< drawn in 3-D
    virtual double magnification() const = 0;                ///< pixels of the view to one of the camera
    virtual std::int64_t hovered() const = 0;                ///< the row of the data under the mouse as of the last frame, -1 none
    virtual std::int64_t row_at(double x, double y) = 0;     ///< the row under a pixel, now; -1 none
    virtual Place place_at(double x, double y) const = 0;    ///< in space: on the plane through what the camera looks at
    virtual Place surface_at(double x, double y) const = 0;  ///< in space: as deep as the point last under the mouse
    virtual Place place_beside(double x, double y, const Place& deep) const = 0;  ///< in space: as deep as that place
    virtual std::pair<double, double> pixel_of(const Place&) const = 0;
    virtual void pan(double dx, double dy) = 0;
    virtual void orbit(double dx, double dy) = 0;
    virtual void zoom(double factor, double x, double y) = 0;
};

/// All places are logical pixels of the view, y down.
class Pointer {
public:
    enum class Button { none, left, right, middle };
    explicit Pointer(Workbench& workbench) : workbench_(workbench) {}

    /// What is drawn; null: nothing can be, and nothing below has an effect.
    void set_picture(PointedPicture* picture) { picture_ = picture; }

    void press(Button, double x, double y);
    void move(double x, double y);  ///< a drag goes on, or the query follows
    /// A drag ends, or a click pins the query: on the point under the mouse, or beside points where the mouse is. The command that a click
    /// with the right button asks for, else "".
    std::string release(Button, double x, double y);
    void wheel(double turns, double x, double y);  ///< zooms at the mouse
    bool held() const { return held_ != Button::none; }

    /// While points are changed by hand (EditControls::use_mouse) a click beside points adds one, a drag of one moves it, and a click on
    /// one with the right button erases it. In space this is in the plane through the query, or the point dragged, parallel to the screen.
    enum class Cursor { cross, hand, fist };
    Cursor cursor() const;

    /// The query so many pixels further from where it was asked to be, pinned, all its other coordinates as they are: one undoable step
    /// with the nudges before.
    void nudge(double dx, double dy);

    /// True coordinates along the axes of the picture, two or three in their order, in space on the surface of points; empty without data.
    std::vector<double> position_at(double x, double y) const;
    /// Where true coordinates, all axes, are in the view.
    std::pair<double, double> pixels_of(const std::vector<double>& position) const;

private:
    const DataSet* data() const;
    bool rows_are_pictures() const;  ///< rows are pictures: a query between rows has no meaning
    PointedPicture::Place place_of(const std::vector<double>& position) const;

    std::vector<double> position_of(const PointedPicture::Place&) const;
    std::vector<double> position_beside(double x, double y, const PointedPicture::Place& deep) const;
    std::vector<double> place_in_plane(double x, double y) const;
    void start_point_drag(double x, double y);
    void add_point(double x, double y);

    Workbench& workbench_;
    PointedPicture* picture_ = nullptr;
    Button held_ = Button::none;
    /// A point that is dragged by hand: its file row, where it was, and how far beside it the mouse took it, in pixels.
    struct DraggedPoint {
        std::int64_t file_row = -1;
        PointedPicture::Place from{};
        double dx = 0, dy = 0;
    };
    std::optional<DraggedPoint> dragged_point_;
    bool dragged_ = false;
    std::int64_t pressed_row_ = -1;      ///< what was pressed on; -1: no point
    std::vector<double> pressed_place_;  ///< Workbench::point_at
    double pressed_x_ = 0, pressed_y_ = 0, x_ = 0, y_ = 0;
};

}  // namespace neighborscope
