// Cuts a face out of a photograph.
#pragma once
#include "app/data/faces/face.hpp"

namespace neighborscope::faces {

/// Returns the largest crop in the middle of the picture.
Crop largest_crop(PictureSize picture, PictureSize gallery);
/// Returns the crop that moves the two eyes, {x, y} in pixels of the picture in either order, to the given places. An input Error if they
/// are less than two pixels apart.
Crop crop_of_eyes(std::array<double, 2> one, std::array<double, 2> other, PictureSize gallery, const EyePlaces& = {});
/// Returns the crop that shows the face as in the gallery's pictures. None if that is about the whole picture.
std::optional<Crop> crop_of_face(const Face&, PictureSize picture, PictureSize gallery, const EyePlaces&);

/// Returns the crop in the gallery's size: reduced by area averages, enlarged by bilinear interpolation.
GreyPicture cropped(const GreyPicture&, const Crop&, PictureSize gallery);

}  // namespace neighborscope::faces
