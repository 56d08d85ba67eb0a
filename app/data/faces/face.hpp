// A face in a picture, as plain data: grey values, the crop of the face, its eyes, its person.
#pragma once
#include <array>
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

/// A rectangle of a gallery's shape on a picture. It may extend beyond the picture, whose edge pixels are then repeated.
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

/// A person who is added to a gallery while it is open.
struct Enrolled {
    std::string file, person;
    std::optional<Crop> crop;  ///< none: the whole picture

    bool operator==(const Enrolled&) const = default;
};

}  // namespace neighborscope::faces
