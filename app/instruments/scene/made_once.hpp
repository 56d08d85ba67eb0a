// What is made once for all who need it at a time, because it takes much memory or time: each of them holds it. One thread.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace neighborscope {

template <class Key, class Thing>
class MadeOnce {
public:
    /// `held` becomes the thing of that key. Where nobody holds it, make(thing) turns one that was let go of, or a new one, into it. Whether
    /// `held` is another than before. With `spare` one that nobody holds is kept, to be turned into the next.
    template <class Make>
    bool hold(std::shared_ptr<Thing>& held, const Key& key, const Make& make, bool spare = false) {
        for (const Entry& entry : entries_)
            if (entry.key == key) {
                const bool other = held != entry.thing;
                held = entry.thing;
                let_go(spare);
                return other;
            }
        held.reset();
        auto at = std::find_if(entries_.begin(), entries_.end(), nobody_holds);
        if (at == entries_.end()) at = entries_.insert(at, {std::nullopt, std::make_shared<Thing>()});
        at->key.reset();  // until it is made: that may fail
        held = at->thing;
        make(*held);
        at->key = key;
        ++made_;
        return true;
    }
    /// Of what nobody holds any more.
    void let_go(bool spare = false) {
        if (!spare) std::erase_if(entries_, nobody_holds);
        for (Entry& entry : entries_)
            if (nobody_holds(entry)) entry.key.reset();
    }
    std::size_t count() const { return entries_.size(); }
    std::uint64_t made() const { return made_; }  ///< how often something was made

private:
    struct Entry {
        std::optional<Key> key;
        std::shared_ptr<Thing> thing;
    };
    static bool nobody_holds(const Entry& entry) { return entry.thing.use_count() == 1; }

    std::vector<Entry> entries_;
    std::uint64_t made_ = 0;
};

}  // namespace neighborscope
