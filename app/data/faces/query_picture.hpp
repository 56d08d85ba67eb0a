// A picture that is the query in a gallery: read, cropped, projected.
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
    std::optional<Crop> crop;                                   ///< none: the whole picture, as the gallery's own are
    PictureSize size;                                           ///< of the file's picture
    std::shared_ptr<const neighborscope::GreyPicture> whole;    ///< for display, longer side at most most_shown pixels
    std::shared_ptr<const neighborscope::GreyPicture> picture;  ///< as in the gallery
    std::vector<double> vector;                                 ///< [components]
    std::vector<Face> faces;                                    ///< that were found in the file's picture, the largest first
    bool searched = false;                                      ///< faces have been searched for
    EyePlaces eyes;                                             ///< of the gallery
    double face_space = 0;                                      ///< its distance to face space
    double decode_milliseconds = 0, project_milliseconds = 0;

    static constexpr int most_shown = 512;
};

/// Errors as read_picture. `whitened`: the vector is, as those of DataSet::whitened.
QueryPicture make_query_picture(const Gallery&, const std::string& file, const std::optional<Crop>&, bool whitened = false);
/// Projects a picture [pixels] onto a basis elsewhere than on the host, and says how many milliseconds that took.
using ProjectionFunction = std::function<std::vector<float>(std::span<const float> picture, double& milliseconds)>;
/// The same of a picture that is in memory. `file` is what it is called. `projection`: onto this gallery's basis; unset: on the host.
QueryPicture make_query_picture(const Gallery&, const std::string& file, const GreyPicture&, const std::optional<Crop>&,
    bool whitened = false, const ProjectionFunction& projection = {});

}  // namespace neighborscope::faces
