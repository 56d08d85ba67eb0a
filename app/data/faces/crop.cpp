#include "app/data/faces/crop.hpp"

#include "app/data/faces/picture.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neighborscope::faces {
namespace {

constexpr int finest = 8;  // most samples per pixel of the result, along an axis

/// Bilinear interpolation between pixel centres.
float grey_at(const GreyPicture& picture, double x, double y) {
    x = std::clamp(x - 0.5, 0.0, double(picture.size.width - 1));
    y = std::clamp(y - 0.5, 0.0, double(picture.size.height - 1));
    const int left = std::min(int(x), std::max(0, picture.size.width - 2)), top = std::min(int(y), std::max(0, picture.size.height - 2));
    const int right = std::min(left + 1, picture.size.width - 1), below = std::min(top + 1, picture.size.height - 1);
    const auto at = [&](int column, int row) {
        return double(picture.grey[std::size_t(row) * std::size_t(picture.size.width) + std::size_t(column)]);
    };
    const double across = x - left, down = y - top;
    return float((at(left, top) * (1 - across) + at(right, top) * across) * (1 - down) +
                 (at(left, below) * (1 - across) + at(right, below) * across) * down);
}

}  // namespace

Crop largest_crop(PictureSize picture, PictureSize gallery) {
    const double width = std::min(double(picture.width), double(picture.height) * gallery.width / gallery.height);
    return {0.5 * picture.width, 0.5 * picture.height, width, 0};
}

Crop crop_of_eyes(std::array<double, 2> one, std::array<double, 2> other, PictureSize gallery, const EyePlaces& eyes) {
    if (one[0] > other[0]) std::swap(one, other);
    const double dx = other[0] - one[0], dy = other[1] - one[1], apart = std::hypot(dx, dy);
    if (apart < 2) throw Error(Failure::input, "the two eyes are in the same place", "click on one eye, then on the other");
    Crop crop;
    crop.width = apart / (eyes.right - eyes.left);
    crop.angle = std::atan2(dy, dx) * 180 / std::numbers::pi;
    // From the middle between the eyes to the middle of the crop.
    const double across = (0.5 - 0.5 * (eyes.left + eyes.right)) * crop.width, below = (0.5 - eyes.height) * crop.height(gallery);
    crop.x = 0.5 * (one[0] + other[0]) + (across * dx - below * dy) / apart;
    crop.y = 0.5 * (one[1] + other[1]) + (across * dy + below * dx) / apart;
    return crop;
}

std::optional<Crop> crop_of_face(const Face& face, PictureSize picture, PictureSize gallery, const EyePlaces& eyes) {
    constexpr double about_all = 0.75;
    const Crop crop = crop_of_eyes(face.left_eye, face.right_eye, gallery, eyes), all = largest_crop(picture, gallery);
    const bool same_shape = std::abs(double(picture.width) * gallery.height - double(picture.height) * gallery.width) <
                            0.05 * double(picture.width) * gallery.height;
    if (same_shape && crop.width > about_all * all.width) return std::nullopt;
    return crop;
}

GreyPicture cropped(const GreyPicture& picture, const Crop& crop, PictureSize gallery) {
    const double scale = crop.width / gallery.width;  // pixels of the picture per pixel of the result
    const int samples = std::clamp(int(std::ceil(scale)), 1, finest);
    const PictureSize fine{gallery.width * samples, gallery.height * samples};
    const double cosine = std::cos(crop.angle * std::numbers::pi / 180), sine = std::sin(crop.angle * std::numbers::pi / 180);
    GreyPicture result{fine, {}};
    result.grey.reserve(std::size_t(fine.pixels()));
    for (int row = 0; row < fine.height; ++row)
        for (int column = 0; column < fine.width; ++column) {
            const double x = ((column + 0.5) / samples - 0.5 * gallery.width) * scale,
                         y = ((row + 0.5) / samples - 0.5 * gallery.height) * scale;
            result.grey.push_back(grey_at(picture, crop.x + x * cosine - y * sine, crop.y + x * sine + y * cosine));
        }
    return scaled(result, gallery);
}

}  // namespace neighborscope::faces
