#include "app/data/faces/query_picture.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace neighborscope::faces {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point began) { return std::chrono::duration<double, std::milli>(Clock::now() - began).count(); }

std::shared_ptr<const neighborscope::GreyPicture> reduced_for_display(const GreyPicture& picture) {
    return std::make_shared<const neighborscope::GreyPicture>(
        neighborscope::GreyPicture{picture.size.height, picture.size.width, as_bytes(picture.grey)});
}

}  // namespace

QueryPicture make_query_picture(const Gallery& gallery, const std::string& file, const GreyPicture& picture,
    const std::optional<Crop>& crop, bool whitened, const ProjectionFunction& projection) {
    QueryPicture asked;
    asked.file = file;
    asked.crop = crop;
    asked.size = picture.size;
    const auto began = Clock::now();
    const std::vector<float> pixels = normalised_for_gallery(gallery, crop ? cropped(picture, *crop, gallery.size) : picture);
    double on_device = 0;
    const std::vector<float> vector = projection ? projection(pixels, on_device) : project(gallery.basis, pixels);
    const std::vector<float> compared = whitened ? faces::whitened(gallery.basis, vector) : vector;
    asked.vector.assign(compared.begin(), compared.end());
    asked.project_milliseconds = projection ? on_device : milliseconds_since(began);
    asked.face_space = double(distances_to_face_space(gallery.basis, pixels, vector).front());
    asked.picture = reduced_for_display({gallery.size, pixels});
    const double larger = std::max(picture.size.width, picture.size.height) / double(QueryPicture::most_shown);
    const auto side = [&](int pixels_before) { return std::max(1, int(std::lround(pixels_before / larger))); };
    asked.whole = reduced_for_display(larger > 1 ? scaled(picture, {side(picture.size.width), side(picture.size.height)}) : picture);
    return asked;
}

QueryPicture make_query_picture(const Gallery& gallery, const std::string& file, const std::optional<Crop>& crop, bool whitened) {
    const auto began = Clock::now();
    const GreyPicture picture = read_picture(InputFile(file));
    const double decode = milliseconds_since(began);
    QueryPicture asked = make_query_picture(gallery, file, picture, crop, whitened);
    asked.decode_milliseconds = decode;
    return asked;
}

}  // namespace neighborscope::faces
