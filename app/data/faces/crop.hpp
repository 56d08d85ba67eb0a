// A face cut out of a photograph.
#pragma once
#include "app/data/faces/face.hpp"

namespace neighborscope::faces {

/// The largest in the middle of the picture.
Crop largest_crop(PictureSize picture, PictureSize gallery);
/// The crop that puts the two eyes, {x, y} in pixels of the picture in either order, at these places. An input Error when they are less
/// than two pixels apart.
Crop crop_of_eyes(std::array<double, 2> one, std::array<double, 2> other, PictureSize gallery, const EyePlaces& = {});
/// The crop that shows the face like the gallery's pictures. None if that is about the whole picture: it is cropped already.
std::optional<Crop> crop_of_face(const Face&, PictureSize picture, PictureSize gallery, const EyePlaces&);

/// The cropped picture in the gallery's size: reduced by area averages, enlarged by bilinear interpolation.
GreyPicture cropped(const GreyPicture&, const Crop&, PictureSize gallery);

}  // namespace neighborscope::faces
