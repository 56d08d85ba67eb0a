#include "app/data/faces/gallery.hpp"

#include <algorithm>

namespace neighborscope::faces {
namespace {

constexpr std::int64_t most_looked_at = 48, least_found = 5;

GreyPicture own_picture(const Gallery& gallery, std::int64_t row) {
    const std::size_t pixels = gallery.pixels(), from = std::size_t(row) * pixels;
    GreyPicture picture{gallery.size, {}};
    picture.grey.reserve(pixels);
    for (std::size_t i = from; i < from + pixels; ++i)
        picture.grey.push_back(gallery.pictures.empty() ? float(gallery.grey[i]) / 255 : gallery.pictures[i]);
    return picture;
}

double median(std::vector<double>& values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

EyePlaces eye_places(const Gallery& gallery, const FaceFinder& find) {
    if (!find || (gallery.grey.empty() && gallery.pictures.empty())) return {};
    std::vector<double> left, right, height;
    const std::int64_t looked_at = std::min(gallery.count(), most_looked_at);
    for (std::int64_t i = 0; i < looked_at; ++i) {
        const std::vector<Face> found = find(own_picture(gallery, i * gallery.count() / looked_at));
        if (found.empty()) continue;
        left.push_back(found.front().left_eye[0] / gallery.size.width);
        right.push_back(found.front().right_eye[0] / gallery.size.width);
        height.push_back(0.5 * (found.front().left_eye[1] + found.front().right_eye[1]) / gallery.size.height);
    }
    if (std::int64_t(left.size()) < std::min(least_found, gallery.count())) return {};
    const EyePlaces places{median(left), median(right), median(height)};
    return places.right - places.left > 0.02 ? places : EyePlaces{};
}

}  // namespace neighborscope::faces
