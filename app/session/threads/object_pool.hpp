// A pool of large objects. Released objects are reused, so that their memory need not be allocated again.
#pragma once
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace neighborscope {

template <class T>
class ObjectPool {
public:
    /// Returns a released object in the state it was released in, else the std::unique_ptr<T> that make() returns. Any thread may release
    /// it; it is freed if the pool no longer exists.
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
