// A picture that is the query in a gallery: reads, crops and projects it.
#pragma once
#include "app/data/faces/crop.hpp"
#include "app/data/faces/gallery.hpp"
#include "app/data/points/row_picture.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace neighborscope::faces {

struct QueryPicture {
    std::string file;
    std::optional<Crop> crop;                                   ///< none: the whole picture, like the gallery's own
    PictureSize size;                                           ///< of the picture in the file
    std::shared_ptr<const neighborscope::GreyPicture> whole;    ///< for display, longer side at most most_shown pixels
    std::shared_ptr<const neighborscope::GreyPicture> picture;  ///< in the gallery's size
    std::vector<double> vector;                                 ///< [components]
    std::vector<Face> faces;                                    ///< found in the file's picture, the largest first
    bool searched = false;                                      ///< whether faces were searched for
    EyePlaces eyes;                                             ///< of the gallery
    double face_space = 0;                                      ///< its distance to face space
    double decode_milliseconds = 0, project_milliseconds = 0;

    static constexpr int most_shown = 512;
};

/// Errors as read_picture. `whitened`: whitens the vector as in DataSet::whitened.
QueryPicture make_query_picture(const Gallery&, const std::string& file, const std::optional<Crop>&, bool whitened = false);
/// Projects a picture [pixels] onto a basis on a device, and returns the time in milliseconds.
using ProjectionFunction = std::function<std::vector<float>(std::span<const float> picture, double& milliseconds)>;
/// The same for a picture in memory, called `file` in texts. `projection` projects onto this gallery's basis; unset: on the host.
QueryPicture make_query_picture(const Gallery&, const std::string& file, const GreyPicture&, const std::optional<Crop>&,
    bool whitened = false, const ProjectionFunction& projection = {});

}  // namespace neighborscope::faces
