#include "render/camera.hpp"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>

namespace neighborscope::render {
namespace {

constexpr double half_angle_tangent = 0.35;  // of the vertical field of view: 38.6 degrees, moderate perspective
constexpr double highest_elevation = 1.55;   // a little less than 90 degrees, where the azimuth is undefined
constexpr double margin = 1.06;              // so that a fitted box does not touch the edge

/// Directions of the view: right, up, and from the focus towards the eye.
struct Directions {
    glm::dvec3 right, up, back;
};
Directions directions(double azimuth, double elevation) {
    const double ca = std::cos(azimuth), sa = std::sin(azimuth), ce = std::cos(elevation), se = std::sin(elevation);
    return {{-sa, ca, 0}, {-se * ca, -se * sa, ce}, {ce * ca, ce * sa, se}};
}

}  // namespace

void Camera::resize(double viewport_width, double viewport_height) {
    width_ = std::max(1.0, viewport_width);
    height_ = std::max(1.0, viewport_height);
}

void Camera::fit(const Box& box, const Rectangle& free, double viewport_width, double viewport_height) {
    resize(viewport_width, viewport_height);
    const double free_width = std::max(1.0, free.width), free_height = std::max(1.0, free.height);
    const glm::dvec3 centre = 0.5 * (box.low + box.high), extent = box.high - box.low;
    const double largest = std::max({extent.x, extent.y, three_d ? extent.z : 0.0});
    // One point, or all points equal, has no extent: shows a neighbourhood in which float32 still distinguishes positions.
    const double unit =
        largest > 0 ? largest : std::max({1.0, 1e-4 * std::abs(centre.x), 1e-4 * std::abs(centre.y), 1e-4 * std::abs(centre.z)});
    data_centre_ = centre;
    data_radius_ = std::max(0.5 * glm::length(extent), 0.5 * unit);
    shift_ = {free.x + 0.5 * free.width - 0.5 * width_, free.y + 0.5 * free.height - 0.5 * height_};
    if (!three_d) {
        units_per_pixel_ =
            margin * (largest > 0 ? std::max(extent.x / free_width, extent.y / free_height) : unit / std::min(free_width, free_height));
        focus_ = {centre.x - shift_.x * units_per_pixel_, centre.y + shift_.y * units_per_pixel_, 0};
        shift_ = {0, 0};
        return;
    }
    // The corners' extents on the screen, in perspective: two iterations, because the eye's distance changes them.
    focus_ = centre;
    units_per_pixel_ = margin * 2 * data_radius_ / std::min(free_width, free_height);
    for (int round = 0; round < 8; ++round) {
        double half_width = 0, half_height = 0;
        for (int corner = 0; corner < 8; ++corner) {
            const glm::dvec3 at{
                corner & 1 ? box.high.x : box.low.x, corner & 2 ? box.high.y : box.low.y, corner & 4 ? box.high.z : box.low.z};
            const glm::dvec3 pixel = to_pixels(at);
            half_width = std::max(half_width, std::abs(pixel.x - (0.5 * width_ + shift_.x)));
            half_height = std::max(half_height, std::abs(pixel.y - (0.5 * height_ + shift_.y)));
        }
        const double share = margin * std::max(half_width / (0.5 * free_width), half_height / (0.5 * free_height));
        if (!(share > 0) || std::abs(share - 1) < 0.005) break;
        units_per_pixel_ *= share;
    }
}

double Camera::distance() const { return units_per_pixel_ * 0.5 * height_ / half_angle_tangent; }

void Camera::pan(double dx, double dy) {
    if (!three_d) {
        focus_ += glm::dvec3{-dx, dy, 0} * units_per_pixel_;
        return;
    }
    const auto [right, up, back] = directions(azimuth_, elevation_);
    focus_ += (-dx * right + dy * up) * units_per_pixel_;
}

void Camera::zoom(double factor, double x, double y) {
    if (!(factor > 0)) return;
    const double smallest = data_radius_ * 1e-9, largest = data_radius_ * 1e3;
    const double next = std::clamp(units_per_pixel_ / factor, smallest, largest);
    if (!three_d) {
        const glm::dvec3 fixed = to_world(x, y);
        units_per_pixel_ = next;
        focus_ += fixed - to_world(x, y);
        return;
    }
    units_per_pixel_ = next;
}

void Camera::orbit(double dx, double dy) {
    constexpr double radians_per_pixel = 0.006;
    azimuth_ = std::remainder(azimuth_ - dx * radians_per_pixel, 2 * std::acos(-1.0));
    elevation_ = std::clamp(elevation_ + dy * radians_per_pixel, -highest_elevation, highest_elevation);
}

glm::dvec3 Camera::to_world(double x, double y) const {
    const double dx = (x - 0.5 * width_ - shift_.x) * units_per_pixel_, dy = -(y - 0.5 * height_ - shift_.y) * units_per_pixel_;
    if (!three_d) return focus_ + glm::dvec3{dx, dy, 0};
    const auto [right, up, back] = directions(azimuth_, elevation_);
    return focus_ + dx * right + dy * up;
}

glm::dvec3 Camera::to_world(double x, double y, const glm::dvec3& through) const {
    const glm::dvec3 at_focus = to_world(x, y);
    if (!three_d) return at_focus;
    const double before_eye = glm::dot(eye() - through, directions(azimuth_, elevation_).back) / distance();
    return before_eye > 0 ? eye() + (at_focus - eye()) * before_eye : at_focus;
}

glm::dvec3 Camera::to_pixels(const glm::dvec3& world) const {
    const glm::dvec4 clip = matrix() * glm::dvec4(world - focus_, 1);
    const glm::dvec3 ndc = glm::dvec3(clip) / (clip.w != 0 ? clip.w : 1e-300);
    return {(0.5 + 0.5 * ndc.x) * width_, (0.5 - 0.5 * ndc.y) * height_, clip.w > 0 ? ndc.z : 2.0};
}

double Camera::pixels_per_unit() const { return 1 / units_per_pixel_; }

glm::dmat4 Camera::matrix() const {
    const double x = 2 / (width_ * units_per_pixel_), y = 2 / (height_ * units_per_pixel_);
    glm::dmat4 m(0);
    if (!three_d) {
        m[0][0] = x;
        m[1][1] = y;
        m[3] = {2 * shift_.x / width_, -2 * shift_.y / height_, 0, 1};
        return m;
    }
    const auto [right, up, back] = directions(azimuth_, elevation_);
    const double away = distance();
    const double reach = data_radius_ + glm::length(focus_ - data_centre_);
    const double far = away + reach * 1.01, near = std::max(away - reach * 1.01, away * 0.01);
    // Rows: screen x and y in units of half the viewport at the focus, depth, and w = distance along the view / distance to focus.
    glm::dmat4 view(glm::dvec4(right.x, up.x, back.x, 0), glm::dvec4(right.y, up.y, back.y, 0), glm::dvec4(right.z, up.z, back.z, 0),
        glm::dvec4(0, 0, -away, 1));
    m[0][0] = x;
    m[1][1] = y;
    m[2] = {-2 * shift_.x / (width_ * away), 2 * shift_.y / (height_ * away), -(far + near) / ((far - near) * away), -1 / away};
    m[3] = {0, 0, -2 * far * near / ((far - near) * away), 0};
    return m * view;
}

glm::mat4 Camera::view_projection() const { return glm::mat4(matrix()); }

glm::dvec3 Camera::eye() const {
    if (!three_d) return focus_ + glm::dvec3(0, 0, distance());
    return focus_ + directions(azimuth_, elevation_).back * distance();
}

glm::dvec3 Camera::focus() const { return focus_; }
void Camera::place(const Placement& placement) {
    set_focus(placement.focus);
    if (placement.height > 0 && std::isfinite(placement.height)) units_per_pixel_ = placement.height / height_;
    if (!three_d) return;
    azimuth_ = placement.azimuth;
    elevation_ = std::clamp(placement.elevation, -highest_elevation, highest_elevation);
    shift_ = placement.shift * height_;
}
void Camera::set_focus(const glm::dvec3& focus) { focus_ = three_d ? focus : glm::dvec3(focus.x, focus.y, 0); }

}  // namespace neighborscope::render
