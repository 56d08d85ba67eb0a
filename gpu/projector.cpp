#include "gpu/projector.hpp"

#include "gpu/kernels/project.hpp"

namespace neighborscope {

Projector::Projector(DeviceKind device, std::span<const float> mean, std::span<const float> components)
    : mean_(device, mean.size_bytes(), "the mean face"),
      components_(device, components.size_bytes(), "the eigenfaces"),
      picture_(device, mean.size_bytes(), "the picture"),
      count_(mean.empty() ? 0 : int(components.size() / mean.size())) {
    vector_ = DeviceMemory(device, std::size_t(count_) * sizeof(float), "the picture's vector");
    mean_.from_host(mean.data(), mean.size_bytes());
    components_.from_host(components.data(), components.size_bytes());
}

Projector::Projected Projector::project(std::span<const float> picture) {
    picture_.from_host(picture.data(), picture.size_bytes());
    const Projection all{static_cast<const float*>(mean_.data()), static_cast<const float*>(components_.data()),
        static_cast<const float*>(picture_.data()), static_cast<float*>(vector_.data()), count_, int(picture.size())};
    Projected projected;
#if defined(NEIGHBORSCOPE_WITH_CUDA)
    projected.milliseconds = mean_.device() == DeviceKind::cuda ? cuda::project_picture(all) : host::project_picture(all);
#else
    projected.milliseconds = host::project_picture(all);
#endif
    projected.vector.resize(std::size_t(count_));
    vector_.to_host(projected.vector.data(), projected.vector.size() * sizeof(float));
    return projected;
}

}  // namespace neighborscope
