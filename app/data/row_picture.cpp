#include "app/data/row_picture.hpp"

#include "app/data/data_set.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr int least_side = 4;  // pixels, of pictures that only the names of columns tell

template <class Coordinate>
std::shared_ptr<const GreyPicture> picture_from(const PictureShape& shape, const Coordinate& coordinate) {
    auto picture = std::make_shared<GreyPicture>(GreyPicture{shape.height, shape.width, {}});
    const int pixels = shape.height * shape.width;
    const double scale = shape.white > shape.black ? 255 / (shape.white - shape.black) : 0;
    picture->grey.reserve(std::size_t(pixels));
    for (int i = 0; i < pixels; ++i)
        picture->grey.push_back(std::uint8_t(std::lround(std::clamp((coordinate(i) - shape.black) * scale, 0.0, 255.0))));
    return picture;
}

}  // namespace

std::shared_ptr<const GreyPicture> picture_of(const DataSet& data, std::int64_t row) {
    if (!data.picture || row < 0 || row >= data.count()) return nullptr;
    return picture_from(*data.picture, [&](int axis) { return data.coordinate(row, axis); });
}

std::shared_ptr<const GreyPicture> picture_of(const DataSet& data, const std::vector<double>& position) {
    if (!data.picture || position.size() != std::size_t(data.dimension)) return nullptr;
    return picture_from(*data.picture, [&](int axis) { return position[std::size_t(axis)]; });
}

void look_at_pictures(DataSet& data, const Progress& progress) {
    const auto dimension = std::size_t(data.dimension);
    const int side = int(std::lround(std::sqrt(double(dimension))));
    const auto is_pixel = [](const std::string& name) { return name.starts_with("pixel"); };
    if (!data.picture && side >= least_side && std::size_t(side) * std::size_t(side) == dimension &&
        std::all_of(data.axes.begin(), data.axes.end(), is_pixel))
        data.picture = PictureShape{side, side};
    if (!data.picture) return;
    if (std::size_t(data.picture->height) * std::size_t(data.picture->width) != dimension || data.count() == 0) return data.picture.reset();
    std::vector<float> low(data.coordinates.begin(), data.coordinates.begin() + std::ptrdiff_t(dimension)), high = low;
    for (std::int64_t row = 0; row < data.count(); ++row) {
        const float* at = &data.coordinates[std::size_t(row) * dimension];
        for (std::size_t axis = 0; axis < dimension; ++axis) {
            low[axis] = std::min(low[axis], at[axis]);
            high[axis] = std::max(high[axis], at[axis]);
        }
        if (row % 1024 == 0) Progress{{}, progress.stop}.step(0, 0);
    }
    data.picture->black = data.origin[0] + double(low[0]);
    data.picture->white = data.picture->black;
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        data.picture->black = std::min(data.picture->black, data.origin[axis] + double(low[axis]));
        data.picture->white = std::max(data.picture->white, data.origin[axis] + double(high[axis]));
    }
}

}  // namespace neighborscope
