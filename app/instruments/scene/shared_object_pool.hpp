// A pool of large objects by key, shared by all holders. For one thread.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace neighborscope {

template <class Key, class Object>
class SharedObjectPool {
public:
    /// Sets `held` to the object of the key. If nobody holds it, calls make(object) with an unused or a new object. Returns whether `held`
    /// changed. With `keep_spare`, an unused object is kept for reuse.
    template <class Make>
    bool acquire(std::shared_ptr<Object>& held, const Key& key, const Make& make, bool keep_spare = false) {
        for (const Entry& entry : entries_)
            if (entry.key == key) {
                const bool other = held != entry.object;
                held = entry.object;
                release(keep_spare);
                return other;
            }
        held.reset();
        auto at = std::find_if(entries_.begin(), entries_.end(), is_unused);
        if (at == entries_.end()) at = entries_.insert(at, {std::nullopt, std::make_shared<Object>()});
        at->key.reset();  // since make() may throw
        held = at->object;
        make(*held);
        at->key = key;
        ++creation_count_;
        return true;
    }
    /// Frees unused objects.
    void release(bool keep_spare = false) {
        if (!keep_spare) std::erase_if(entries_, is_unused);
        for (Entry& entry : entries_)
            if (is_unused(entry)) entry.key.reset();
    }
    std::size_t count() const { return entries_.size(); }
    std::uint64_t creation_count() const { return creation_count_; }  ///< number of calls of make()

private:
    struct Entry {
        std::optional<Key> key;
        std::shared_ptr<Object> object;
    };
    static bool is_unused(const Entry& entry) { return entry.object.use_count() == 1; }

    std::vector<Entry> entries_;
    std::uint64_t creation_count_ = 0;
};

}  // namespace neighborscope
