// All points as a cached picture. While camera, points and colours do not change, a frame copies this picture, however many points there
// are, and draws marks over it. Internal to render.
#pragma once
#include "render/cached_layer.hpp"
#include "render/picking.hpp"
#include "render/splat.hpp"

namespace neighborscope::render {

class PointPicture {
public:
    explicit PointPicture(std::shared_ptr<Programs>);
    ~PointPicture();
    PointPicture(const PointPicture&) = delete;
    PointPicture& operator=(const PointPicture&) = delete;

    void set_splat(std::optional<Splatting> wanted) { splatting_wanted_ = wanted; }

    /// Chooses how this frame shows its points, and sets their size in the frame block. Call before binding the block.
    void plan(const Buffer& positions, FrameBlock&, const SceneState&);
    /// Draws the missing part of the picture. The frame block must be bound, blending on.
    void update(const Buffer& positions, const FrameBlock&, const SceneState&, const Extras&, unsigned empty_array);
    const CachedLayer& layer() const { return layer_; }
    /// Answers a request for the row under the mouse.
    void pick(Picking&, const Camera&, const SceneState&);

    bool unfinished() const { return unfinished_; }
    PointDensity density();

private:
    bool rasterise(const Buffer& positions, const SceneState&, const Buffer* colours, bool anew);

    std::shared_ptr<Programs> programs_;
    Program points_;
    CachedLayer layer_;
    std::optional<Splat> splat_;  // made for the first large cloud
    std::optional<Splatting> splatting_wanted_;
    const bool software_ = gl_is_software();
    unsigned point_array_ = 0;
    Splatting splatting_ = Splatting::none;
    bool dense_ = false, finished_ = false, unfinished_ = false;
    PointTotals totals_;
    std::int64_t slices_ = 1, slices_done_ = 0;  // of the rasterised picture
    std::int64_t counted_ = -1;                  // number of points that totals_ are of

    /// What the picture depends on.
    struct PictureKey {
        FrameBlock frame;
        std::uint64_t version = 0;
        unsigned positions = 0, colours = 0;
        Splatting splatting = Splatting::none;
        bool dense = false;
    };
    std::optional<PictureKey> drawn_key_;
};

}  // namespace neighborscope::render
