// A search that a picture shows: the document's, or a contender's.
#pragma once
#include "app/session/asking/drawable.hpp"
#include "app/session/document/session.hpp"
#include "app/session/shown/view_model.hpp"

#include <cstdint>
#include <vector>

namespace neighborscope {

class ShownSearch {
public:
    virtual ~ShownSearch() = default;
    virtual const SessionState& session() const = 0;  ///< the document of the search
    virtual const ViewModel& view() const = 0;        ///< its results
    virtual Drawable drawable() const = 0;
    virtual void set_visible_plane(const VisiblePlane&) = 0;  ///< the part of the plane in which decision regions are computed
    /// Tells what is under the mouse: a row (-1: none) and a position relative to the data's origin, along its axes.
    virtual void point_at(std::int64_t row, std::vector<double> place) = 0;
};

}  // namespace neighborscope
