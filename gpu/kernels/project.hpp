// Projects a picture onto the components of a gallery, on either device.
#pragma once

namespace neighborscope {

/// All in the memory of the device: mean [pixels], components [count][pixels], picture [pixels], vector [count].
struct Projection {
    const float *mean, *components, *picture;
    float* vector;
    int count, pixels;
};

namespace host {
/// Computes vector[c] = sum over i of (picture[i] - mean[i]) x components[c][i]. Waits; returns the milliseconds of device time.
double project_picture(const Projection&);
}  // namespace host

namespace cuda {
double project_picture(const Projection&);
}  // namespace cuda

}  // namespace neighborscope
