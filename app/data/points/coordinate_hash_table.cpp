#include "app/data/points/coordinate_hash_table.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>

namespace neighborscope {
namespace {

std::size_t slots_for(std::int64_t rows) { return std::bit_ceil(std::size_t(rows) + std::size_t(rows) / 3 + 2); }

}  // namespace

void CoordinateHashTable::Free::operator()(Slot* slots) const { std::free(slots); }

double CoordinateHashTable::bytes_for(std::int64_t rows) { return double(slots_for(rows)) * sizeof(Slot); }

CoordinateHashTable::CoordinateHashTable(std::span<const float> coordinates, int dimension)
    : rows_(coordinates.data()),
      dimension_(std::size_t(dimension)),
      count_(std::int64_t(coordinates.size() / dimension_)),
      last_(slots_for(count_) - 1),
      slots_(static_cast<Slot*>(std::calloc(last_ + 1, sizeof(Slot)))) {
    if (!slots_) throw std::bad_alloc();
}

std::uint64_t CoordinateHashTable::hash_of(const float* place) const {
    std::uint64_t hash = 0;
    for (std::size_t axis = 0; axis < dimension_; ++axis) {
        hash = (hash ^ std::bit_cast<std::uint32_t>(place[axis] + 0.0f)) * 0x9e3779b97f4a7c15;  // + 0: -0 and 0 have equal bits
        hash ^= hash >> 32;
    }
    return hash * 0xd6e8feb86659fd93;
}

/// Returns the slot of a row, or the free slot where it belongs.
std::size_t CoordinateHashTable::slot_for(const float* place, std::uint64_t hash) const {
    std::size_t at = std::size_t(hash) & last_;
    for (; slots_[at].row != 0; at = (at + 1) & last_)
        if (slots_[at].hash == std::uint32_t(hash >> 32) &&
            std::equal(place, place + dimension_, rows_ + (slots_[at].row - 1) * dimension_))
            break;
    return at;
}

void CoordinateHashTable::insert_rows(std::int64_t rows) {
    constexpr std::int64_t ahead = 16;  // slots are at random addresses: prefetch so many at once
    for (const std::int64_t end = std::min(count_, known_ + rows); known_ < end;) {
        std::uint64_t hashes[ahead];
        const std::int64_t first = known_, some = std::min(ahead, end - first);
        for (std::int64_t i = 0; i < some; ++i) {
            hashes[i] = hash_of(rows_ + std::size_t(first + i) * dimension_);
            __builtin_prefetch(&slots_[std::size_t(hashes[i]) & last_], 1);
        }
        for (std::int64_t i = 0; i < some; ++i, ++known_) {
            Slot& slot = slots_[slot_for(rows_ + std::size_t(known_) * dimension_, hashes[i])];
            if (slot.row == 0) slot = {std::uint32_t(hashes[i] >> 32), std::uint32_t(known_ + 1)};
        }
    }
}

std::int64_t CoordinateHashTable::first_row_at(const float* place) const {
    return std::int64_t(slots_[slot_for(place, hash_of(place))].row) - 1;
}

}  // namespace neighborscope
