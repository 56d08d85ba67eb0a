// The cells of the method's tree in an OpenGL buffer, their drawing, and the cell under the mouse. Only for app/instruments.
#pragma once
#include "app/instruments/scene/published_buffer.hpp"
#include "app/session/workbench/workbench.hpp"
#include "render/scene.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace neighborscope {

/// Cells that are highlighted, since the mouse is on a bar that counts them: those with a number from `from` to `to`.
struct CellMark {
    render::CellNumber of = render::CellNumber::none;
    int from = 0, to = 0;
};

/// The scale of cell colours: numbers with the weakest and the strongest colour; minimum and maximum of the data.
struct CellScale {
    float weakest = 0, strongest = 1, least = 0, most = 0;
    float share(float number) const { return std::clamp((number - weakest) / std::max(strongest - weakest, 1.0f), 0.0f, 1.0f); }
};
CellScale cell_scale(const TreeFacts&, render::CellNumber);
/// The number that cells are coloured by; none if it is not known yet.
render::CellNumber cell_fill(CellsShown, const TreeFacts&);

class CellLayer {
public:
    /// Adds changed cells to the list of buffers to publish in this frame.
    void collect(const Drawable&, std::vector<SharedBuffer::Publish>&);
    /// The cells for the scene; none if the method has no tree, or its cells cannot be shown in this projection.
    render::CellState state(const Drawable&, const SessionState&, const TreeFacts*, bool three_d) const;
    const render::Buffer* buffer() const { return count_ > 0 ? &cells_.buffer : nullptr; }

    /// Requests the leaf under the mouse, or without one the query's, from the scene, and takes the result of the previous request.
    void find_cell(render::Scene&, const Drawable&, const std::optional<glm::vec3>& mouse);
    const std::optional<render::FoundCell>& found() const { return found_; }
    bool found_by_mouse() const { return by_mouse_; }
    /// Whether the leaf came too late for the last frame: draw again.
    bool unfinished(const render::Scene& scene) const { return missing_ && scene.finds_cell(); }
    bool mouse_outside() const { return outside_; }  ///< the mouse is outside of all boxes: found() is the nearest

    void mark(const CellMark& mark) { next_mark_ = mark; }  ///< for the next frame; has priority over the selected mark
    void set_selected_mark(const CellMark& mark) { selected_mark_ = mark; }
    render::CellNumber chart_in_sight = render::CellNumber::none;  ///< chart that was scrolled to last

    std::uint64_t version() const { return version_; }  ///< goes up whenever a cell changes

    void end_frame() { mark_ = std::exchange(next_mark_, {}); }

private:
    PublishedBuffer cells_;
    std::uint64_t generation_ = 0, version_ = 0;
    std::uint64_t found_in_ = 0, opened_ = 0, points_ = 0;  ///< generations of the last request: of the tree, of the data, of the points
    int count_ = 0;
    std::optional<render::FoundCell> found_;
    bool by_mouse_ = false, asked_by_mouse_ = false, outside_ = false, missing_ = false;
    CellMark mark_, next_mark_, selected_mark_;
};

}  // namespace neighborscope
