// A face in a picture: grey values, crop, eyes, person.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope::faces {

struct PictureSize {
    int width = 0, height = 0;
    double pixels() const { return double(width) * height; }
    bool operator==(const PictureSize&) const = default;
};

/// Grey values [height][width] from 0 (black) to 1 (white), row 0 on top.
struct GreyPicture {
    PictureSize size;
    std::vector<float> grey;
};

/// Colours [height][width][red, green, blue] from 0 to 255, row 0 on top.
struct ColourPicture {
    PictureSize size;
    std::vector<std::uint8_t> rgb;
};

/// A rectangle on a picture, in the shape of a gallery's pictures. Outside the picture its edge pixels are repeated.
struct Crop {
    double x = 0, y = 0;  ///< its centre, in pixels from the picture's top left corner
    double width = 0;     ///< in pixels of the picture, above 0
    double angle = 0;     ///< clockwise rotation in degrees

    double height(PictureSize gallery) const { return width * gallery.height / gallery.width; }
    bool operator==(const Crop&) const = default;
};

/// The eyes in a gallery's pictures, as shares of their width (left, right) and of their height.
struct EyePlaces {
    double left = 0.3, right = 0.7, height = 0.4;
};
/// A face in a picture, with eyes {x, y} in pixels of the picture.
struct Face {
    std::array<double, 2> left_eye{}, right_eye{};  ///< as the viewer sees them
};
/// Finds the faces of a picture, the largest first.
using FaceFinder = std::function<std::vector<Face>(const GreyPicture&)>;

/// A person who is added to an open gallery.
struct Enrolled {
    std::string file, person;
    std::optional<Crop> crop;  ///< none: the whole picture

    bool operator==(const Enrolled&) const = default;
};

}  // namespace neighborscope::faces
