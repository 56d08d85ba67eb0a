#include "app/data/points/row_picture.hpp"

#include "app/data/faces/gallery.hpp"
#include "app/data/points/data_set.hpp"
#include "app/data/points/extent.hpp"

#include <algorithm>
#include <cmath>

namespace neighborscope {
namespace {

constexpr int least_side = 4;  // in pixels, if only the names of columns suggest pictures

template <class Number>
std::shared_ptr<const GreyPicture> picture_from(const PictureShape& shape, const Number& number) {
    auto picture = std::make_shared<GreyPicture>(GreyPicture{shape.height, shape.width, {}});
    const int pixels = shape.height * shape.width;
    const double scale = shape.white > shape.black ? 255 / (shape.white - shape.black) : 0;
    picture->grey.reserve(std::size_t(pixels));
    for (int i = 0; i < pixels; ++i)
        picture->grey.push_back(std::uint8_t(std::lround(std::clamp((number(i) - shape.black) * scale, 0.0, 255.0))));
    return picture;
}

std::shared_ptr<const GreyPicture> rebuilt(const DataSet& data, const std::vector<double>& position) {
    const faces::Basis& basis = data.gallery->basis;
    const std::vector<float> pixels = faces::reconstructed(basis, data.whitened ? faces::unwhitened(basis, position) : position);
    return picture_from(*picture_shape(data), [&](int i) { return double(pixels[std::size_t(i)]); });
}

}  // namespace

std::optional<PictureShape> picture_shape(const DataSet& data) {
    if (!data.gallery) return data.picture;
    return PictureShape{data.gallery->size.height, data.gallery->size.width, 0, 1};
}

std::shared_ptr<const GreyPicture> picture_of(const DataSet& data, std::int64_t row) {
    if (row < 0 || row >= data.count()) return nullptr;
    if (data.picture) return picture_from(*data.picture, [&](int axis) { return data.coordinate(row, axis); });
    if (!data.gallery) return nullptr;
    const std::vector<std::uint8_t>& grey = data.gallery->grey;
    if (const std::size_t pixels = data.gallery->pixels(); !grey.empty()) {
        const auto from = grey.begin() + std::ptrdiff_t(std::size_t(row) * pixels);
        return std::make_shared<const GreyPicture>(
            GreyPicture{data.gallery->size.height, data.gallery->size.width, {from, from + std::ptrdiff_t(pixels)}});
    }
    std::vector<double> position;
    for (int axis = 0; axis < data.dimension; ++axis) position.push_back(data.coordinate(row, axis));
    return rebuilt(data, position);
}

std::shared_ptr<const GreyPicture> picture_of(const DataSet& data, const std::vector<double>& position) {
    if (position.size() != std::size_t(data.dimension)) return nullptr;
    if (data.gallery) return data.gallery->projects() ? rebuilt(data, position) : nullptr;
    if (!data.picture) return nullptr;
    return picture_from(*data.picture, [&](int axis) { return position[std::size_t(axis)]; });
}

void find_row_pictures(DataSet& data, const Progress& progress) {
    const auto dimension = std::size_t(data.dimension);
    const int side = int(std::lround(std::sqrt(double(dimension))));
    const auto is_pixel = [](const std::string& name) { return name.starts_with("pixel"); };
    if (!data.picture && side >= least_side && std::size_t(side) * std::size_t(side) == dimension &&
        std::all_of(data.axes.begin(), data.axes.end(), is_pixel))
        data.picture = PictureShape{side, side};
    if (!data.picture) return;
    if (std::size_t(data.picture->height) * std::size_t(data.picture->width) != dimension || data.count() == 0) return data.picture.reset();
    const auto [low, high] = extent_of(data, progress);
    data.picture->black = data.origin[0] + double(low[0]);
    data.picture->white = data.picture->black;
    for (std::size_t axis = 0; axis < dimension; ++axis) {
        data.picture->black = std::min(data.picture->black, data.origin[axis] + double(low[axis]));
        data.picture->white = std::max(data.picture->white, data.origin[axis] + double(high[axis]));
    }
}

}  // namespace neighborscope
