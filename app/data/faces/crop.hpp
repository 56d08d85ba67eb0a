// A face cut out of a photograph.
#pragma once
#include "app/data/faces/picture.hpp"

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace neighborscope::faces {

/// A rectangle of a gallery's shape on a picture. It may reach over the picture's edge, whose pixels then go on.
struct Crop {
    double x = 0, y = 0;  ///< its middle, in pixels of the picture from its top left corner
    double width = 0;     ///< in the same pixels, above 0
    double angle = 0;     ///< degrees by which it is turned clockwise

    double height(PictureSize gallery) const { return width * gallery.height / gallery.width; }
    bool operator==(const Crop&) const = default;
};

/// Where the eyes are in a gallery's pictures: at these shares of their width, and that of their height.
struct EyePlaces {
    double left = 0.3, right = 0.7, height = 0.4;
};
/// A face in a picture: its eyes, {x, y} in pixels of the picture.
struct Face {
    std::array<double, 2> left_eye{}, right_eye{};  ///< as one looks at the picture
};
/// Finds the faces of a picture, the largest first.
using FaceFinder = std::function<std::vector<Face>(const GreyPicture&)>;

/// The largest in the middle of the picture.
Crop largest_crop(PictureSize picture, PictureSize gallery);
/// The crop that puts the two eyes, {x, y} in pixels of the picture in either order, at these places. An input Error when they are less
/// than two pixels apart.
Crop crop_of_eyes(std::array<double, 2> one, std::array<double, 2> other, PictureSize gallery, const EyePlaces& = {});
/// The crop that shows the face as the gallery shows its own. None where that is about the whole picture: it was cut out before.
std::optional<Crop> crop_of_face(const Face&, PictureSize picture, PictureSize gallery, const EyePlaces&);

/// What the crop shows, in the gallery's size: the mean of the area that a pixel covers where it gets smaller, bilinear where it grows.
GreyPicture cropped(const GreyPicture&, const Crop&, PictureSize gallery);

}  // namespace neighborscope::faces
