// The links of an index's graph under the points, and rings around rows that no search finds, in OpenGL buffers. Only for
// app/instruments.
#pragma once
#include "app/data/points/projection.hpp"
#include "app/inspect/graph_rows.hpp"
#include "app/session/document/session.hpp"
#include "app/session/shown/view_model.hpp"
#include "render/scene.hpp"

#include <optional>
#include <span>

namespace neighborscope {

/// Which links of a level are drawn: all of them; of more than LinkLayer::max_rows rows those of the rows in view or, where these are too
/// many as well, of the rows on the way of the search that is stepped through.
enum class LinksDrawn { none, all, in_view, on_way };

class LinkLayer {
public:
    static constexpr std::int64_t max_rows = 20000;

    /// Uploads changes to OpenGL. The GL context must be current. While the camera moves, links that were in view stay; with `waits` the
    /// links are always those of this view.
    void update(const DataSet*, const Projection&, const SessionState&, const ViewModel&, const render::Camera&, bool waits);
    void add_to(render::Extras&, render::SceneState&, const render::Camera&, const render::Box& of_points) const;

    LinksDrawn drawn() const { return links_ > 0 ? drawn_ : LinksDrawn::none; }
    /// Rows with a ring: those that no search finds, ascending.
    std::span<const std::int32_t> unreachable() const;
    /// The links of leaving(), unless they are too many for arrowheads.
    const std::vector<inspect::DrawnLink>& arrows() const { return arrows_; }
    bool any_one_way() const { return one_way_; }
    int leaving() const { return leaving_; }    ///< links from an unreachable row to a reachable one: none leads back
    bool unfinished() const { return stale_; }  ///< the camera has moved: draw again

private:
    void place_lost(const DataSet&, const Projection&);
    std::vector<std::int32_t> rows_in_view(const DataSet&, const render::Camera&, int level);
    void upload(const DataSet&, int level, const std::vector<std::int32_t>* rows);

    std::shared_ptr<const inspect::GraphRows> graph_;  ///< of the present buffers
    Projection projection_;
    int level_ = -1;
    std::uint64_t step_ = 0;                   ///< Stepping::generation of the present links, if they are those on the way
    std::optional<render::Camera> camera_;     ///< of the present links, if they are those in view
    std::optional<render::Camera> last_seen_;  ///< of the last frame
    std::vector<float> places_;                ///< [rows][3] in the picture, only for graphs of which not all links are drawn
    render::Buffer buffer_{4}, lost_{4};
    std::vector<inspect::DrawnLink> arrows_;
    LinksDrawn drawn_ = LinksDrawn::none;
    int links_ = 0, leaving_ = 0, lost_count_ = 0;
    bool one_way_ = false, stale_ = false;
    double mean_length_ = 0;  ///< of a sample of the links, in the picture's units
    std::uint64_t version_ = 0;
};

/// The level whose links are shown: the one that the step shown searches, else the document's, at most the highest one; -1: none.
int level_shown(const SessionState&, const ViewModel&);

}  // namespace neighborscope
