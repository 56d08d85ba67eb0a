// Rows that are pictures: each coordinate is the grey of a pixel, or the row is the vector of a gallery's picture.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace neighborscope {

struct DataSet;
struct Progress;

/// How numbers are a picture: line by line from the top, each from the left.
struct PictureShape {
    int height = 0, width = 0;    ///< pixels; where coordinates are pixels, height * width = the data's dimension
    double black = 0, white = 0;  ///< the least and the greatest number

    bool operator==(const PictureShape&) const = default;
};

struct GreyPicture {
    int height = 0, width = 0;
    std::vector<std::uint8_t> grey;  ///< [height][width], 0 black, 255 white

    bool operator==(const GreyPicture&) const = default;
};

/// Of the pictures that rows have; nothing where rows have none.
std::optional<PictureShape> picture_shape(const DataSet&);

/// The picture of a row, or of a position (true coordinates, all axes), scaled by the range of the data; null where rows have no pictures,
/// there is no such row, or the position has another number of coordinates. In a gallery that of a position is what its eigenfaces make of
/// the vector, and null where another program made the vectors.
std::shared_ptr<const GreyPicture> picture_of(const DataSet&, std::int64_t row);
std::shared_ptr<const GreyPicture> picture_of(const DataSet&, const std::vector<double>& position);

/// The last step of loading: takes rows for square pictures where all columns are called pixel... (a reader may have said the shape), and
/// finds the range of pictures. Of the progress only `stop` is looked at.
void find_row_pictures(DataSet&, const Progress&);

}  // namespace neighborscope
