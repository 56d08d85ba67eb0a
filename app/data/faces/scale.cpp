// Resizes pictures, and equalises their histogram.
#include "app/data/faces/picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace neighborscope::faces {
namespace {

/// The weights of old pixels for one new pixel along an axis.
struct Share {
    int first = 0;
    std::vector<float> weights;  ///< weights of pixels from `first` on, with sum 1
};

std::vector<Share> shares(int from, int to) {
    std::vector<Share> all(static_cast<std::size_t>(to));
    const double step = double(from) / to;
    for (int i = 0; i < to; ++i) {
        Share& share = all[std::size_t(i)];
        if (to > from) {  // bilinear, between two pixel centres
            const double at = std::clamp((i + 0.5) * step - 0.5, 0.0, double(from - 1));
            share.first = std::min(int(at), std::max(0, from - 2));
            const auto second = float(at - share.first);
            share.weights = from == 1 ? std::vector<float>{1} : std::vector<float>{1 - second, second};
            continue;
        }
        const double begin = i * step, end = std::min((i + 1) * step, double(from));
        share.first = int(begin);
        for (int old = share.first; old < from && old < end; ++old)
            share.weights.push_back(float((std::min<double>(end, old + 1) - std::max<double>(begin, old)) / step));
    }
    return all;
}

}  // namespace

GreyPicture scaled(const GreyPicture& picture, PictureSize size) {
    if (picture.size == size) return picture;
    const std::vector<Share> across = shares(picture.size.width, size.width), down = shares(picture.size.height, size.height);
    const auto old_width = std::size_t(picture.size.width), width = std::size_t(size.width);
    GreyPicture result{size, std::vector<float>(width * std::size_t(size.height))};
    std::vector<float> row(old_width);
    for (std::size_t y = 0; y < down.size(); ++y) {
        std::fill(row.begin(), row.end(), 0.0f);
        for (std::size_t i = 0; i < down[y].weights.size(); ++i) {
            const float* old = picture.grey.data() + (std::size_t(down[y].first) + i) * old_width;
            for (std::size_t x = 0; x < old_width; ++x) row[x] += down[y].weights[i] * old[x];
        }
        for (std::size_t x = 0; x < width; ++x) {
            float sum = 0;
            for (std::size_t i = 0; i < across[x].weights.size(); ++i) sum += across[x].weights[i] * row[std::size_t(across[x].first) + i];
            result.grey[y * width + x] = sum;
        }
    }
    return result;
}

void equalise(GreyPicture& picture) {
    std::array<std::size_t, 256> count{};
    const auto level = [](float grey) { return std::size_t(std::clamp(std::lround(grey * 255), 0l, 255l)); };
    for (const float grey : picture.grey) ++count[level(grey)];
    std::array<float, 256> becomes{};
    std::size_t below = 0;
    const std::size_t darkest = *std::find_if(count.begin(), count.end(), [](std::size_t each) { return each > 0; });
    if (darkest == picture.grey.size()) return;  // a single level does not change
    for (std::size_t i = 0; i < count.size(); ++i) {
        below += count[i];
        becomes[i] = below < darkest ? 0 : float(double(below - darkest) / double(picture.grey.size() - darkest));
    }
    for (float& grey : picture.grey) grey = becomes[level(grey)];
}

}  // namespace neighborscope::faces
