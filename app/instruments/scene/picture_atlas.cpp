#include "app/instruments/scene/picture_atlas.hpp"

#include "app/instruments/scene/picture_textures.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

/// Scales a picture down; each pixel is the mean of those it covers.
std::vector<std::uint8_t> smaller(const GreyPicture& picture, int width, int height) {
    if (picture.width == width && picture.height == height) return picture.grey;
    std::vector<std::uint8_t> grey;
    grey.reserve(std::size_t(width) * std::size_t(height));
    for (int y = 0; y < height; ++y) {
        const int top = y * picture.height / height, bottom = std::max(top + 1, (y + 1) * picture.height / height);
        for (int x = 0; x < width; ++x) {
            const int left = x * picture.width / width, right = std::max(left + 1, (x + 1) * picture.width / width);
            int sum = 0;
            for (int line = top; line < bottom; ++line)
                for (int column = left; column < right; ++column)
                    sum += picture.grey[std::size_t(line) * std::size_t(picture.width) + std::size_t(column)];
            grey.push_back(std::uint8_t(sum / ((bottom - top) * (right - left))));
        }
    }
    return grey;
}

}  // namespace

PictureAtlas::~PictureAtlas() { forget(); }

void PictureAtlas::forget() {
    for (const unsigned page : pages_) delete_grey_texture(page);
    pages_.clear();
    places_.clear();
}

void PictureAtlas::begin(const std::shared_ptr<const DataSet>& data) {
    forget();
    data_ = data;
    tile_ = data ? picture_shape(*data).value_or(PictureShape{}) : PictureShape{};
    if (const int longest = std::max(tile_.width, tile_.height); longest > longest_side) {
        tile_.width = std::max(1, tile_.width * longest_side / longest);
        tile_.height = std::max(1, tile_.height * longest_side / longest);
    }
    columns_ = std::size_t(page_side / (tile_.width + 1)), rows_ = std::size_t(page_side / (tile_.height + 1));
}

void PictureAtlas::begin_frame() {
    if (places_.size() > max_tiles * 3 / 4) places_.clear();  // reuses their pages
}

PictureAtlas::Place PictureAtlas::place_of(std::size_t number) const {
    const std::size_t in_page = number % (columns_ * rows_);
    return {number / (columns_ * rows_), int(in_page % columns_) * (tile_.width + 1), int(in_page / columns_) * (tile_.height + 1)};
}

bool PictureAtlas::add(std::int64_t row) {
    if (places_.size() >= max_tiles) return false;
    const auto picture = picture_of(*data_, row);
    if (!picture) return false;
    const Place place = place_of(places_.size());
    if (place.page == pages_.size()) pages_.push_back(make_grey_texture(page_side, page_side));
    fill_grey_texture(pages_[place.page], place.x, place.y, tile_.width, tile_.height, smaller(*picture, tile_.width, tile_.height).data());
    places_.emplace(row, places_.size());
    return true;
}

bool PictureAtlas::draw(ImDrawList& list, std::int64_t row, ImVec2 from, ImVec2 to) {
    if (!data_ || tile_.width == 0) return false;
    if (!places_.contains(row) && !add(row)) return false;
    const Place place = place_of(places_[row]);
    // Half a pixel from the edges, so that interpolation does not mix in the adjacent picture.
    const ImVec2 first{(float(place.x) + 0.5f) / page_side, (float(place.y) + 0.5f) / page_side};
    const ImVec2 last{first.x + float(tile_.width - 1) / page_side, first.y + float(tile_.height - 1) / page_side};
    list.AddImage(for_gui(pages_[place.page]), from, to, first, last);
    return true;
}

}  // namespace neighborscope
