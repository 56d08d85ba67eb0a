// The module `detector`: dlib's detector of frontal faces (histograms of oriented gradients), and the eyes from its 68 landmarks.
#include "app/data/faces/picture.hpp"
#include "app/modules/modules.hpp"

#include <dlib/array2d.h>
#include <dlib/image_processing/frontal_face_detector.h>
#include <dlib/image_processing/shape_predictor.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>

namespace {

using neighborscope::faces::Face;
using neighborscope::faces::GreyPicture;

// longer side of the searched picture in pixels: the detector finds faces from 80 on
constexpr double looked_at = 1000;
constexpr double most_enlarged = 4;                              // for small pictures of a gallery
constexpr const char* landmarks_file = NEIGHBORSCOPE_LANDMARKS;  // from the package libdlib-data

struct Finder {
    dlib::frontal_face_detector detector = dlib::get_frontal_face_detector();
    std::optional<dlib::shape_predictor> landmarks;

    Finder() {
        if (std::error_code none; !std::filesystem::exists(landmarks_file, none)) return;
        dlib::deserialize(landmarks_file) >> landmarks.emplace();
    }
};

/// Returns the mean of landmarks [from, to), in pixels of the searched picture.
std::array<double, 2> mean_of(const dlib::full_object_detection& shape, unsigned from, unsigned to) {
    std::array<double, 2> sum{};
    for (unsigned i = from; i < to; ++i) sum[0] += double(shape.part(i).x()), sum[1] += double(shape.part(i).y());
    return {sum[0] / (to - from), sum[1] / (to - from)};
}

Face face_in(const dlib::array2d<unsigned char>& pixels, const dlib::rectangle& box, const Finder& finder) {
    const auto at = [&](double x, double y) {
        return std::array<double, 2>{double(box.left()) + x * double(box.width()), double(box.top()) + y * double(box.height())};
    };
    if (!finder.landmarks) return {at(0.29, 0.29), at(0.71, 0.29)};  // the usual place of eyes in detected faces
    const dlib::full_object_detection shape = (*finder.landmarks)(pixels, box);
    return {mean_of(shape, 36, 42), mean_of(shape, 42, 48)};
}

}  // namespace

void neighborscope_find_faces(const GreyPicture& picture, std::vector<Face>& found) {
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    static Finder finder;
    const double longer = std::max(picture.size.width, picture.size.height), scale = std::min(most_enlarged, looked_at / longer);
    const auto side = [&](int pixels) { return std::max(1, int(std::lround(pixels * scale))); };
    const GreyPicture seen = neighborscope::faces::scaled(picture, {side(picture.size.width), side(picture.size.height)});
    dlib::array2d<unsigned char> pixels(seen.size.height, seen.size.width);
    for (int y = 0; y < seen.size.height; ++y)
        for (int x = 0; x < seen.size.width; ++x)
            pixels[y][x] = static_cast<unsigned char>(
                std::lround(255 * std::clamp(seen.grey[std::size_t(y) * std::size_t(seen.size.width) + std::size_t(x)], 0.0f, 1.0f)));
    std::vector<dlib::rectangle> boxes = finder.detector(pixels);
    std::stable_sort(boxes.begin(), boxes.end(), [](const auto& a, const auto& b) { return a.area() > b.area(); });
    for (const dlib::rectangle& box : boxes) {
        Face face = face_in(pixels, box, finder);
        for (std::array<double, 2>* eye : {&face.left_eye, &face.right_eye}) (*eye)[0] /= scale, (*eye)[1] /= scale;
        found.push_back(face);
    }
}
