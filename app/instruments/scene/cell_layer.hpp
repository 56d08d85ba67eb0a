// The cells of the method's tree in OpenGL's buffer, how they are drawn, and which of them people point at. Inside instruments only.
#pragma once
#include "app/instruments/scene/published_buffer.hpp"
#include "app/session/workbench/workbench.hpp"
#include "render/scene.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace neighborscope {

/// Cells that stand out, because somebody points at what counts them.
struct CellMark {
    render::CellNumber of = render::CellNumber::none;
    int from = 0, to = 0;
};

/// Of the colours of cells: the numbers with the weakest and with the strongest; the least and the most that there are.
struct CellScale {
    float weakest = 0, strongest = 1, least = 0, most = 0;
    float share(float number) const { return std::clamp((number - weakest) / std::max(strongest - weakest, 1.0f), 0.0f, 1.0f); }
};
CellScale cell_scale(const TreeFacts&, render::CellNumber);
/// By what cells are coloured; none as long as the numbers are not known.
render::CellNumber cell_fill(CellsShown, const TreeFacts&);

class CellLayer {
public:
    /// Adds what changed to what is to be published in this frame.
    void collect(const Drawable&, std::vector<SharedBuffer::Publish>&);
    /// What the scene draws; nothing while the method has no tree, or its cells cannot be seen from here.
    render::CellState state(const Drawable&, const SessionState&, const TreeFacts*, bool three_d) const;
    const render::Buffer* buffer() const { return count_ > 0 ? &cells_.buffer : nullptr; }

    /// Asks the scene for the leaf under the mouse, or without one for the query's own, and takes over what it said before.
    void find_cell(render::Scene&, const Drawable&, const std::optional<glm::vec3>& mouse);
    const std::optional<render::FoundCell>& found() const { return found_; }
    bool found_by_mouse() const { return by_mouse_; }
    bool mouse_outside() const { return outside_; }  ///< of all boxes: what is found is the nearest

    void mark(const CellMark& mark) { next_mark_ = mark; }  ///< for the next frame, before those that are kept
    void set_selected_mark(const CellMark& mark) { selected_mark_ = mark; }
    render::CellNumber chart_in_sight = render::CellNumber::none;  ///< of those that count leaves: which was brought into sight last

    std::uint64_t version() const { return version_; }  ///< goes up whenever a cell changes

    void end_frame() { mark_ = std::exchange(next_mark_, {}); }

private:
    PublishedBuffer cells_;
    std::uint64_t generation_ = 0, version_ = 0;
    std::uint64_t found_in_ = 0, opened_ = 0, points_ = 0;  ///< the tree that was looked in last: its generation, and that of its points
    int count_ = 0;
    std::optional<render::FoundCell> found_;
    bool by_mouse_ = false, asked_by_mouse_ = false, outside_ = false;
    CellMark mark_, next_mark_, selected_mark_;
};

}  // namespace neighborscope
