// The leaves of a tree in the picture: drawing, and finding by position. Internal to render.
#pragma once
#include "render/program.hpp"
#include "render/scene.hpp"

namespace neighborscope::render {

class Cells {
public:
    explicit Cells(Programs&);
    ~Cells();
    Cells(const Cells&) = delete;
    Cells& operator=(const Cells&) = delete;

    /// Binds the buffers for shaders with tree.glsl in this frame; call first. Binds an empty buffer if there are no cells.
    void bind(const Buffer* cells, const CellState&, Theme);
    /// Draws the leaves of a quadtree from above, below everything else: every `stride`-th leaf from `first` on.
    void draw_areas(int leaves, int first, int stride, unsigned empty_array);
    /// Draws the outlines of the query's leaf and of the hovered one.
    void draw_outlines(const CellState&, unsigned empty_array);

    void request(const glm::vec3& position) { requested_ = position; }  ///< along the tree's axes; the next find() answers it
    void find();                                                        ///< after draw()
    std::optional<FoundCell> found();
    bool answers() const { return fence_ != nullptr || found_.has_value(); }  ///< found() returns a cell, now or soon
    void forget();                                                            ///< discards requests and results

private:
    void collect(bool wait);
    void find_leaf(const Buffer& into, const glm::vec3& position);

    Program areas_, leaf_;
    Buffer block_, found_words_, own_words_;
    void* fence_ = nullptr;  // GLsync
    std::optional<glm::vec3> requested_;
    std::optional<FoundCell> found_;
};

}  // namespace neighborscope::render
