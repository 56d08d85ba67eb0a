#include "app/data/data_set.hpp"

#include "app/data/finish.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include <xxhash.h>

namespace neighborscope {

std::string Attribute::text(std::int64_t row) const {
    if (is_words()) return word[std::size_t(row)] < 0 ? std::string{} : words[std::size_t(word[std::size_t(row)])];
    const double number = numbers[std::size_t(row)];
    if (std::isnan(number)) return {};
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, number);
    return {text, end};
}

std::int64_t DataSet::row_of_file_row(std::int64_t file_row) const {
    if (file_rows.empty()) return file_row >= 0 && file_row < count() ? file_row : -1;
    const auto found = std::lower_bound(file_rows.begin(), file_rows.end(), file_row);
    return found != file_rows.end() && *found == file_row ? found - file_rows.begin() : -1;
}

std::vector<float> DataSet::relative(const std::vector<double>& position) const {
    std::vector<float> result(position.size());
    for (std::size_t a = 0; a < position.size(); ++a) result[a] = float(position[a] - (a < origin.size() ? origin[a] : 0));
    return result;
}

std::uint64_t hash_of(const DataSet& data, const Progress& progress) {
    const std::unique_ptr<XXH64_state_t, decltype(&XXH64_freeState)> owner(XXH64_createState(), XXH64_freeState);
    XXH64_state_t* state = owner.get();
    XXH64_reset(state, 0);
    const std::int32_t dimension = data.dimension;
    XXH64_update(state, &dimension, sizeof dimension);
    XXH64_update(state, data.origin.data(), data.origin.size() * sizeof(double));
    constexpr std::size_t block = 4 << 20;  // a few milliseconds, so that it can be stopped
    for (std::size_t first = 0; first < data.coordinates.size(); first += block) {
        XXH64_update(state, &data.coordinates[first], std::min(block, data.coordinates.size() - first) * sizeof(float));
        Progress{{}, progress.stop}.step(0, 0);
    }
    return XXH64_digest(state);
}

}  // namespace neighborscope
