// A search that a picture shows: the document's, or that of a contender beside it.
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
    virtual const SessionState& session() const = 0;  ///< what is asked
    virtual const ViewModel& view() const = 0;        ///< what came of it
    virtual Drawable drawable() const = 0;
    virtual void set_visible_plane(const VisiblePlane&) = 0;  ///< what the picture shows: regions are drawn there
    /// What the mouse points at: a row (-1 none) and a place, relative to the data's origin along its axes.
    virtual void point_at(std::int64_t row, std::vector<double> place) = 0;
};

}  // namespace neighborscope
