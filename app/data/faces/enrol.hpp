// Adds people to an open gallery, from pictures in files.
#pragma once
#include "app/data/faces/face.hpp"

namespace neighborscope {
struct DataSet;
}

namespace neighborscope::faces {

/// Appends the pictures as last rows to data with a gallery. Projects them on its eigenfaces, which do not change. Usage Error for other
/// data; errors as read_picture.
void enrol(DataSet&, const std::vector<Enrolled>&);

}  // namespace neighborscope::faces
