// A face cut out of a photograph.
#pragma once
#include "app/data/faces/picture.hpp"

#include <array>

namespace neighborscope::faces {

/// A rectangle of a gallery's shape on a picture. It may reach over the picture's edge, whose pixels then go on.
struct Crop {
    double x = 0, y = 0;  ///< its middle, in pixels of the picture from its top left corner
    double width = 0;     ///< in the same pixels, above 0
    double angle = 0;     ///< degrees by which it is turned clockwise

    double height(PictureSize gallery) const { return width * gallery.height / gallery.width; }
    bool operator==(const Crop&) const = default;
};

/// Where the eyes of a face are in its picture: at these shares of its width, and that of its height.
constexpr double left_eye = 0.3, right_eye = 0.7, height_of_eyes = 0.4;

/// The largest in the middle of the picture.
Crop largest_crop(PictureSize picture, PictureSize gallery);
/// The crop that puts the two eyes, {x, y} in pixels of the picture in either order, where left_eye and the others say. An input Error when
/// they are less than two pixels apart.
Crop crop_of_eyes(std::array<double, 2> one, std::array<double, 2> other, PictureSize gallery);

/// What the crop shows, in the gallery's size: the mean of the area that a pixel covers where it gets smaller, bilinear where it grows.
GreyPicture cropped(const GreyPicture&, const Crop&, PictureSize gallery);

}  // namespace neighborscope::faces
