// One 2-D and one 3-D camera. Positions are relative to the data's origin; arithmetic is double until the matrix.
#pragma once
#include <glm/glm.hpp>

#include <optional>

namespace neighborscope::render {

struct Box {
    glm::dvec3 low{0}, high{0};
};
struct Rectangle {
    double x = 0, y = 0, width = 1, height = 1;
    bool operator==(const Rectangle&) const = default;
};  ///< pixels, y down

class Camera {
public:
    bool three_d = false;

    /// Shows the whole box inside `free` (the part of the viewport that no instrument covers).
    void fit(const Box&, const Rectangle& free, double viewport_width, double viewport_height);
    void resize(double viewport_width, double viewport_height);

    void pan(double dx_pixels, double dy_pixels);
    /// factor > 1 zooms in. 2-D: the point under (x, y) stays in place; 3-D: the distance to the focus decreases.
    void zoom(double factor, double x_pixels, double y_pixels);
    void orbit(double dx_pixels, double dy_pixels);  ///< 3-D only: turntable about the z axis; never upside down

    glm::dvec3 to_world(double x_pixels, double y_pixels) const;  ///< 2-D: the point; 3-D: on the plane through the focus, facing the eye
    /// 3-D: on the plane through `through`, facing the eye; if `through` is not before the eye, on that through the focus.
    glm::dvec3 to_world(double x_pixels, double y_pixels, const glm::dvec3& through) const;
    glm::dvec3 to_pixels(const glm::dvec3& world) const;  ///< x, y in pixels (y down), z = depth in NDC
    double pixels_per_unit() const;                       ///< at the focus
    /// The matrix to clip coordinates, for positions relative to focus(): subtract it in high and low parts first, to avoid jitter at
    /// deep zoom. w is 1 at the focus.
    glm::mat4 view_projection() const;
    glm::dvec3 eye() const;
    glm::dvec3 focus() const;
    void set_focus(const glm::dvec3&);

    /// What the camera shows, whatever the size of the viewport.
    struct Placement {
        glm::dvec3 focus{0};
        double height = 1;                  ///< in units, of the viewport at the focus
        double azimuth = 0, elevation = 0;  ///< 3-D: of the eye, in radians
        glm::dvec2 shift{0};                ///< 3-D: of the focus from the centre, right and down, as shares of the height
    };
    Placement placement() const { return {focus_, units_per_pixel_ * height_, azimuth_, elevation_, shift_ / height_}; }
    void place(const Placement&);

    double width() const { return width_; }
    double height() const { return height_; }

private:
    glm::dvec3 focus_{0};
    double units_per_pixel_ = 1;  // 2-D, and at the focus in 3-D
    double azimuth_ = -0.9, elevation_ = 0.5;
    double width_ = 1, height_ = 1;
    glm::dvec2 shift_{0};        // 3-D: the focus in the viewport, in pixels from the centre (y down)
    glm::dvec3 data_centre_{0};  // for the near and far planes, and the limits of zooming
    double data_radius_ = 1;

    double distance() const;  // from the eye to the focus
    glm::dmat4 matrix() const;
};

}  // namespace neighborscope::render
