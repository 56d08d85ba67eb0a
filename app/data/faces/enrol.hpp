// People who are added to a gallery while it is open: pictures of files, beside those of the gallery.
#pragma once
#include "app/data/faces/face.hpp"

namespace neighborscope {
struct DataSet;
}

namespace neighborscope::faces {

/// Adds the pictures as last rows to data that have a gallery. They are projected on its eigenfaces, which do not change. Usage Error
/// for other data; errors as read_picture.
void enrol(DataSet&, const std::vector<Enrolled>&);

}  // namespace neighborscope::faces
