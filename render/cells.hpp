// The leaves of a tree in the picture: drawn, and found by position. Inside render only.
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

    /// Binds the buffers for shaders with tree.glsl in this frame; call first. Without cells it binds an empty buffer.
    void bind(const Buffer* cells, const CellState&, Theme);
    /// The leaves of a quadtree seen from above, under everything else.
    /// Draws every n-th leaf: `first`, then at equal strides.
    void draw_areas(int leaves, int first, int stride, unsigned empty_array);
    /// Of these the query's own and the one under the mouse.
    void draw_outlines(const CellState&, unsigned empty_array);

    void request(const glm::vec3& position) { requested_ = position; }  ///< along the tree's axes; answered by the next find()
    void find();                                                        ///< after draw()
    std::optional<FoundCell> found();
    void forget();  ///< what was found, or is asked for

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
