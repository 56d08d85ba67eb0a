#include "app/instruments/scene/cell_layer.hpp"

#include "app/session/search/search_worker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace neighborscope {
namespace {

/// Projects a position to the axes of the tree: the first axes of the data, or, for boxes, the axes of the picture.
glm::vec3 along_tree(const std::vector<float>& position, const Tree& tree, const std::array<int, 3>& shown) {
    glm::vec3 at(0);
    for (int axis = 0; axis < 3; ++axis) {
        const auto d = std::size_t(tree.grid() ? axis : shown[std::size_t(axis)]);
        if (d < std::size_t(tree.dimension) && d < position.size()) at[axis] = position[d];
    }
    return at;
}

/// Opacity of edges of boxes in 3-D: lower for more boxes, and while leaves are stepped through.
float lines_in_space(int leaves, bool stepping) {
    constexpr float seen_through = 6;  // boxes
    const float behind_another = std::cbrt(float(std::max(1, leaves)));
    return std::min(1.0f, seen_through / behind_another) * (stepping ? 0.35f : 1);
}

}  // namespace

CellScale cell_scale(const TreeFacts& facts, render::CellNumber number) {
    const LeafColourRange range = facts.compared ? *facts.compared : LeafColourRange::of({&facts});
    const auto of = [](const Distribution& spread, unsigned weakest, unsigned strongest) {
        return CellScale{float(weakest), float(strongest), float(spread.least), float(spread.most)};
    };
    if (number == render::CellNumber::level) return {0, float(range.level)};
    if (number == render::CellNumber::queries && facts.work) return of(facts.work->cell_queries, 0, range.max_queries);
    if (number == render::CellNumber::distances && facts.work)
        return of(facts.work->cell_distances, range.min_distances, range.max_distances);
    return {0, float(range.strongest), 0, float(facts.counts.most)};
}

render::CellNumber cell_fill(CellsShown shown, const TreeFacts& facts) {
    switch (shown) {
        case CellsShown::occupancy: return render::CellNumber::objects;
        case CellsShown::depth: return render::CellNumber::level;
        case CellsShown::queries: return facts.work ? render::CellNumber::queries : render::CellNumber::none;
        case CellsShown::work: return facts.work ? render::CellNumber::distances : render::CellNumber::none;
        case CellsShown::outlines:
        case CellsShown::none: break;
    }
    return render::CellNumber::none;
}

void CellLayer::collect(const Drawable& drawable, std::vector<SharedBuffer::Publish>& changed) {
    const ResidentTree* tree = drawable.tree;
    if (!tree || !tree->cells.data()) {
        count_ = 0;
        generation_ = 0;
        found_.reset();
        if (drawable.tick == 0) cells_.release();  // otherwise there may be cells at the next tick
        return;
    }
    if (tree->generation == generation_) return;
    const std::size_t bytes = tree->cells.bytes();
    // Twice as large, since the number of leaves changes with every tick.
    changed.push_back({&cells_.of(drawable.device, bytes, 2 * bytes), tree->cells.data(), bytes});
    count_ = tree->tree.leaves;
    generation_ = tree->generation;
    ++version_;
    found_.reset();
}

render::CellState CellLayer::state(const Drawable& drawable, const SessionState& session, const TreeFacts* facts, bool three_d) const {
    render::CellState state;
    if (count_ == 0 || !drawable.tree || !facts || (session.cells == CellsShown::none && !session.morton)) return state;
    const Tree& tree = drawable.tree->tree;
    if (tree.dimension == 3 && !three_d) return state;  // boxes would overlap
    state.count = count_;
    state.boxes = session.cells != CellsShown::none;
    state.order = session.morton;
    state.dimension = tree.dimension;
    if (const MortonGrid* grid = tree.grid()) {
        state.low = {grid->low[0], grid->low[1], grid->low[2]};
        state.side = grid->side;
    } else {
        state.grid = false;
    }
    state.level = tree.level;
    state.deepest = deepest_level(tree.dimension);
    state.lines_in_space = lines_in_space(count_, session.stepping);
    if (!drawable.query.empty()) state.query = along_tree(drawable.query, tree, drawable.data->shown);
    state.fill = cell_fill(session.cells, *facts);
    const CellScale scale = cell_scale(*facts, state.fill);
    state.weakest = scale.weakest;
    state.strongest = scale.strongest;
    if (facts->work) state.queries_of_task = facts->work->balance.queries_of_task;
    const CellMark& mark = mark_.of != render::CellNumber::none ? mark_ : selected_mark_;
    state.marked = mark.of;
    state.marked_from = mark.from;
    state.marked_to = mark.to;
    if (found_ && by_mouse_) state.hovered = found_->leaf;
    return state;
}

void CellLayer::find_cell(render::Scene& scene, const Drawable& drawable, const std::optional<glm::vec3>& mouse) {
    missing_ = false;
    if (count_ == 0 || !drawable.tree) return;
    const bool only_moved =
        drawable.opened == opened_ && drawable.data_generation != points_;  // then the result of the previous frame is good enough
    if (generation_ != found_in_ && !only_moved) scene.forget_cell();
    found_in_ = generation_, opened_ = drawable.opened, points_ = drawable.data_generation;
    if (const auto found = scene.found_cell()) found_ = found, by_mouse_ = asked_by_mouse_;
    missing_ = !found_;
    const Tree& tree = drawable.tree->tree;
    const std::array<int, 3>& shown = drawable.data->shown;
    outside_ = false;
    if (mouse && !tree.grid()) {
        scene.request_cell(*mouse);
        for (int axis = 0; axis < 3 && found_; ++axis)
            outside_ = outside_ || (shown[std::size_t(axis)] < tree.dimension &&
                                       ((*mouse)[axis] < found_->low[axis] || (*mouse)[axis] > found_->high[axis]));
        asked_by_mouse_ = true;
        return;
    }
    if (const MortonGrid* grid = tree.grid(); mouse && grid) {
        glm::vec3 at(0);
        bool inside = true;
        for (int axis = 0; axis < 3; ++axis) {
            const int d = shown[std::size_t(axis)];
            if (d >= tree.dimension) continue;
            at[d] = (*mouse)[axis];
            inside = inside && at[d] >= grid->low[d] && at[d] <= grid->low[d] + grid->side;
        }
        if (inside) {
            scene.request_cell(at);
            asked_by_mouse_ = true;
            return;
        }
    }
    asked_by_mouse_ = false;
    if (drawable.query.empty()) found_.reset(), missing_ = false;
    else scene.request_cell(along_tree(drawable.query, tree, shown));
}

}  // namespace neighborscope
