// Finds the row with given coordinates in constant time.
#pragma once
#include <cstdint>
#include <memory>
#include <span>

namespace neighborscope {

/// A hash table of rows by their coordinates. Rows are inserted in order, any number at a time; neither moves nor changes them. -0 equals
/// 0; NaN equals nothing.
class CoordinateHashTable {
public:
    /// For rows [count][dimension]; none of them is inserted yet. Allocates bytes_for(count).
    CoordinateHashTable(std::span<const float> coordinates, int dimension);
    static double bytes_for(std::int64_t rows);

    std::int64_t known() const { return known_; }
    bool complete() const { return known_ == count_; }
    /// Inserts the next `rows` rows, or all that are left.
    void insert_rows(std::int64_t rows);
    /// Returns the first inserted row with exactly these coordinates, [dimension]; -1 if there is none.
    std::int64_t first_row_at(const float* place) const;

private:
    /// A slot of a hash table with open addressing: the upper half of the hash, and the row + 1; 0 marks an empty slot.
    struct Slot {
        std::uint32_t hash, row;
    };
    struct Free {
        void operator()(Slot*) const;
    };
    std::size_t slot_for(const float* place, std::uint64_t hash) const;
    std::uint64_t hash_of(const float* place) const;

    const float* rows_;
    std::size_t dimension_;
    std::int64_t count_, known_ = 0;
    std::size_t last_;                     ///< the last slot; the number of slots is a power of two, and at least a quarter are free
    std::unique_ptr<Slot[], Free> slots_;  ///< allocated by calloc: the system provides pages as they are written
};

}  // namespace neighborscope
