// Mouse and arrow keys in the view, the same in every window: the query follows the mouse, a click pins it, a drag pans or orbits, the
// wheel zooms, arrow keys nudge. If rows are pictures, the query is always a row.
#pragma once
#include "app/session/workbench/workbench.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace neighborscope {

/// The picture under the pointer. Pixels are those of the camera; places are relative to the data's origin, along the axes of the picture.
class PointedPicture {
public:
    using Place = std::array<double, 3>;
    virtual ~PointedPicture() = default;
    virtual bool in_space() const = 0;                       ///< drawn in 3-D
    virtual double magnification() const = 0;                ///< pixels of the view per pixel of the camera
    virtual std::int64_t hovered() const = 0;                ///< row under the mouse in the last frame; -1: none
    virtual std::int64_t row_at(double x, double y) = 0;     ///< row under a pixel now; -1: none
    virtual Place place_at(double x, double y) const = 0;    ///< in 3-D: on the plane through the camera's target
    virtual Place surface_at(double x, double y) const = 0;  ///< in 3-D: at the depth of the point last under the mouse
    virtual Place place_beside(double x, double y, const Place& deep) const = 0;  ///< in 3-D: at the depth of `deep`
    virtual std::pair<double, double> pixel_of(const Place&) const = 0;
    virtual bool covered(double x, double y) const = 0;  ///< by a card or another instrument, or outside of the picture
    virtual void pan(double dx, double dy) = 0;
    virtual void orbit(double dx, double dy) = 0;
    virtual void zoom(double factor, double x, double y) = 0;
};

/// Positions x, y are logical pixels of the view, y down.
class Pointer {
public:
    enum class Button { none, left, right, middle };
    explicit Pointer(Workbench& workbench) : workbench_(workbench) {}

    /// Sets the picture; null: nothing is drawn, and no call has an effect.
    void set_picture(PointedPicture* picture) { picture_ = picture; }

    void press(Button, double x, double y);
    void move(double x, double y);  ///< continues a drag, or moves the query
    /// Ends a drag, or pins the query by a click: on the point under the mouse, else at the mouse. Returns the command of a right click,
    /// else "".
    std::string release(Button, double x, double y);
    void wheel(double turns, double x, double y);  ///< zooms at the mouse
    bool held() const { return held_ != Button::none; }

    /// While points are edited by hand (EditControls::use_mouse), a click beside points adds one, a drag moves one, and a right click on
    /// one erases it. In 3-D, in the plane parallel to the screen through the query or the dragged point.
    enum class Cursor { cross, hand, fist };
    Cursor cursor() const;

    /// Moves the query by so many pixels from its requested position and pins it. Coordinates along other axes stay. Successive nudges are
    /// one undoable step.
    void nudge(double dx, double dy);
    /// Adds a note on the point under the mouse, else on its place; over a card, on the nearest place that is free; none: the mouse is not
    /// in the view, and the note is on the query. Returns false without a picture or data.
    bool add_note(const std::optional<std::array<double, 2>>& mouse);
    /// Moves the camera by so many pixels of a view of this size, in 3-D around its target, and zooms at the middle as `turns` of the wheel.
    void move_view(double dx, double dy, double turns, double width, double height);

    /// True coordinates along the two or three axes of the picture, in 3-D on the surface of the points; empty without data.
    std::vector<double> position_at(double x, double y) const;
    /// Pixels of true coordinates along all axes.
    std::pair<double, double> pixels_of(const std::vector<double>& position) const;

private:
    const DataSet* data() const;
    bool rows_are_pictures() const;  ///< then a query between rows has no meaning
    PointedPicture::Place place_of(const std::vector<double>& position) const;

    std::array<double, 2> free_place_near(double x, double y) const;  ///< in pixels of the camera
    std::vector<double> position_of(const PointedPicture::Place&) const;
    std::vector<double> position_beside(double x, double y, const PointedPicture::Place& deep) const;
    std::vector<double> place_in_plane(double x, double y) const;
    void start_point_drag(double x, double y);
    void add_point(double x, double y);

    Workbench& workbench_;
    PointedPicture* picture_ = nullptr;
    Button held_ = Button::none;
    /// A dragged point: its file row, its original place, and the offset of the mouse from it in pixels.
    struct DraggedPoint {
        std::int64_t file_row = -1;
        PointedPicture::Place from{};
        double dx = 0, dy = 0;
    };
    std::optional<DraggedPoint> dragged_point_;
    bool dragged_ = false;
    std::int64_t pressed_row_ = -1;      ///< row under the mouse when the button was pressed; -1: none
    std::vector<double> pressed_place_;  ///< for Workbench::point_at
    double pressed_x_ = 0, pressed_y_ = 0, x_ = 0, y_ = 0;
};

}  // namespace neighborscope
