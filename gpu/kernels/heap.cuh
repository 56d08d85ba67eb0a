// A max-heap of keys in one column of an array: entry i of column c is at [i * columns + c], so that the threads of a warp, each with
// its own column, access consecutive addresses (Barrientos et al., section 5.2).
#pragma once
#include "gpu/kernels/distance.cuh"

namespace neighborscope::NEIGHBORSCOPE_DEVICE {

/// The k smallest keys offered so far, the largest at the top. Belongs to one thread.
class HeapColumn {
public:
    __device__ HeapColumn(Key* array, int columns, int column, int k) : entry_(array + column), columns_(columns), k_(k) {}

    __device__ int size() const { return size_; }
    __device__ Key at(unsigned i) const { return entry_[std::size_t(i) * columns_]; }

    /// Keeps `key` if it is among the k smallest; then calls on_push(the removed key, or no_key).
    template <class OnPush>
    __device__ void offer(Key key, OnPush on_push) {
        if (size_ < k_) {
            push(key);
            on_push(no_key);
        } else if (key < top_) {
            const Key left = top_;
            replace_top(key);
            on_push(left);
        }
    }
    /// The largest of k keys, which a new key must be below; no_key while there are fewer.
    __device__ Key bound() const { return size_ < k_ ? no_key : top_; }

private:
    __device__ void set(unsigned i, Key key) { entry_[std::size_t(i) * columns_] = key; }

    __device__ void push(Key key) {
        unsigned i = unsigned(size_++);
        while (i > 0) {
            const unsigned parent = (i - 1) / 2;
            const Key above = at(parent);
            if (above >= key) break;
            set(i, above);
            i = parent;
        }
        set(i, key);
        top_ = i == 0 ? key : top_;
    }

    /// The paper's popush: removes the root and sinks the new key to its place. Unsigned: children of the last entries may exceed an int.
    __device__ void replace_top(Key key) {
        unsigned i = 0;
        const unsigned entries = unsigned(k_);
        for (unsigned child = 1; child < entries; child = 2 * i + 1) {
            Key below = at(child);
            if (child + 1 < entries) {
                const Key right = at(child + 1);
                if (right > below) {
                    below = right;
                    ++child;
                }
            }
            if (below <= key) break;
            set(i, below);
            if (i == 0) top_ = below;
            i = child;
        }
        set(i, key);
        if (i == 0) top_ = key;
    }

    Key* entry_;
    int columns_, k_, size_ = 0;
    Key top_ = 0;  ///< entry 0, in a register
};

}  // namespace neighborscope::NEIGHBORSCOPE_DEVICE
