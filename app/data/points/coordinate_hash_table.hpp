// Which row lies at a place: found at once, however many rows there are.
#pragma once
#include <cstdint>
#include <memory>
#include <span>

namespace neighborscope {

/// Rows are learned one after the other, as many at a time as one likes. They stay where they are, and as they are. -0 is 0; NaN is nowhere.
class CoordinateHashTable {
public:
    /// Over rows [count][dimension], of which it knows none yet. Takes bytes_for(count).
    CoordinateHashTable(std::span<const float> coordinates, int dimension);
    static double bytes_for(std::int64_t rows);

    std::int64_t known() const { return known_; }
    bool complete() const { return known_ == count_; }
    /// So many more, or as many as there are.
    void insert_rows(std::int64_t rows);
    /// Of the known rows the first that has exactly these coordinates, [dimension]; -1: none has.
    std::int64_t first_row_at(const float* place) const;

private:
    /// Of a hash table with open addressing: the upper half of the hash, and the row + 1; 0: nothing is here.
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
    std::size_t last_;                     ///< slot: they are a power of two, of which at least a quarter are free
    std::unique_ptr<Slot[], Free> slots_;  ///< of calloc: the system gives page after page as they are written
};

}  // namespace neighborscope
