// Large things that are used again: what nobody holds any more is taken next, so that memory need not be asked for.
#pragma once
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace neighborscope {

template <class T>
class ObjectPool {
public:
    /// One that came back, as it was let go of, else what make() returns: a std::unique_ptr<T>. It comes back from any thread; after this
    /// has gone it is freed.
    template <class Make>
    std::shared_ptr<T> take(const Make& make) {
        std::unique_ptr<T> one;
        {
            const std::lock_guard lock(spare_->mutex);
            if (!spare_->all.empty()) {
                one = std::move(spare_->all.back());
                spare_->all.pop_back();
            }
        }
        if (!one) one = make();
        return {one.release(), [back = std::weak_ptr<Spare>(spare_)](T* released) {
                    std::unique_ptr<T> owned(released);
                    const std::shared_ptr<Spare> spare = back.lock();
                    if (!spare) return;
                    const std::lock_guard lock(spare->mutex);
                    spare->all.push_back(std::move(owned));
                }};
    }

private:
    struct Spare {
        std::mutex mutex;
        std::vector<std::unique_ptr<T>> all;
    };
    std::shared_ptr<Spare> spare_ = std::make_shared<Spare>();
};

}  // namespace neighborscope
