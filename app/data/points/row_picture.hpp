// Rows that are pictures: each coordinate is the grey value of a pixel, or the row is the vector of a gallery's picture.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace neighborscope {

struct DataSet;
struct Progress;

/// How the numbers of a row form a picture: line by line from the top, each from the left.
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

/// Returns the shape of the pictures that rows have; nothing if rows have none.
std::optional<PictureShape> picture_shape(const DataSet&);

/// Returns the picture of a row, or of a position (true coordinates, all axes), scaled by the range of the data. Null if rows have no
/// pictures, the row does not exist, or the position has another number of coordinates. In a gallery the picture of a position is
/// reconstructed from eigenfaces; null if another program computed the vectors.
std::shared_ptr<const GreyPicture> picture_of(const DataSet&, std::int64_t row);
std::shared_ptr<const GreyPicture> picture_of(const DataSet&, const std::vector<double>& position);

/// The last step of loading: treats rows as square pictures if all columns are called pixel... (unless a reader has set the shape), and
/// finds the range of pictures. Of the progress only `stop` is read.
void find_row_pictures(DataSet&, const Progress&);

}  // namespace neighborscope
