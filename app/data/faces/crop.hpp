// A face cut out of a photograph.
#pragma once
#include "app/data/faces/face.hpp"

namespace neighborscope::faces {

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
