#include "app/instruments/timeline/free_places.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace neighborscope {
namespace {

constexpr float cell_width = 4, cell_height = 2;
constexpr float pixels_a_dot = 12;  // a cell of a dot is as bad as so many pixels away
constexpr std::array<float, 9> shares{0.55f, 0.7f, 0.4f, 0.85f, 0.25f, 1.0f, 0.1f, 0.0f, 0.95f};  // of the room beside a text

}  // namespace

FreePlaces::FreePlaces(ImVec2 from, ImVec2 to)
    : from_(from),
      to_(to),
      columns_(std::max(1, int(std::ceil((to.x - from.x) / cell_width)))),
      rows_(std::max(1, int(std::ceil((to.y - from.y) / cell_height)))),
      blocked_(std::size_t(columns_) * std::size_t(rows_)),
      dots_(blocked_.size()) {}

void FreePlaces::mark(std::vector<std::int32_t>& cells, ImVec2 from, ImVec2 to) {
    const int left = std::clamp(int(std::floor((from.x - from_.x) / cell_width)), 0, columns_),
              right = std::clamp(int(std::ceil((to.x - from_.x) / cell_width)), left, columns_),
              top = std::clamp(int(std::floor((from.y - from_.y) / cell_height)), 0, rows_),
              bottom = std::clamp(int(std::ceil((to.y - from_.y) / cell_height)), top, rows_);
    for (int row = top; row < bottom; ++row) std::fill_n(cells.begin() + std::ptrdiff_t(row) * columns_ + left, right - left, 1);
    summed_ = false;
}

void FreePlaces::block(ImVec2 from, ImVec2 to) { mark(blocked_, from, to); }
void FreePlaces::avoid(ImVec2 from, ImVec2 to) { mark(dots_, from, to); }

void FreePlaces::add_up() {
    if (summed_) return;
    summed_ = true;
    const std::size_t wide = std::size_t(columns_) + 1;
    for (const auto& [cells, sums] : {std::pair{&blocked_, &blocked_sum_}, std::pair{&dots_, &dots_sum_}}) {
        sums->assign(wide * (std::size_t(rows_) + 1), 0);
        for (std::size_t row = 0; row < std::size_t(rows_); ++row)
            for (std::size_t column = 0; column < std::size_t(columns_); ++column)
                (*sums)[(row + 1) * wide + column + 1] = (*cells)[row * std::size_t(columns_) + column] + (*sums)[row * wide + column + 1] +
                                                         (*sums)[(row + 1) * wide + column] - (*sums)[row * wide + column];
    }
}

std::optional<FreePlaces::Place> FreePlaces::place(ImVec2 size, float y) {
    add_up();
    const float room = to_.x - from_.x - size.x;
    const int high = int(std::ceil(size.y / cell_height)), wide = int(std::ceil(size.x / cell_width));
    if (room < 0 || high > rows_) return {};
    std::optional<Place> best;
    float least = 0;
    for (const float share : shares) {
        const int left = std::clamp(int(share * room / cell_width), 0, std::max(0, columns_ - wide));
        for (int top = 0; top + high <= rows_; ++top) {
            const auto sum = [&](const std::vector<std::int32_t>& sums) {
                const auto at = [&](int row, int column) {
                    return sums[std::size_t(row) * (std::size_t(columns_) + 1) + std::size_t(column)];
                };
                const int right = std::min(columns_, left + wide);
                return at(top + high, right) - at(top, right) - at(top + high, left) + at(top, left);
            };
            const float begin = from_.y + cell_height * float(top), away = std::max({0.0f, begin - y, y - begin - size.y});
            if (sum(blocked_sum_) > 0) continue;
            const int dots = sum(dots_sum_);
            const float cost = away + pixels_a_dot * float(dots);
            if (best && cost >= least) continue;
            least = cost;
            best = Place{{from_.x + cell_width * float(left), begin}, dots};
        }
    }
    return best;
}

}  // namespace neighborscope
