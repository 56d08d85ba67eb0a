// What the pictures of one OpenGL context share: all that depends on the data and on the document, and not on the method. Inside
// instruments only.
#pragma once
#include "app/instruments/scene/shared_object_pool.hpp"
#include "app/instruments/scene/picture_atlas.hpp"
#include "app/instruments/scene/point_layer.hpp"
#include "app/instruments/scene/published_points.hpp"
#include "render/program.hpp"

namespace neighborscope {

/// Of the pictures of a race, or of one alone.
struct SharedResources {
    std::shared_ptr<render::Programs> programs = std::make_shared<render::Programs>();
    SharedObjectPool<PositionsKey, PublishedPoints> points;
    SharedPointLayer point_layer_resources;
    SharedObjectPool<std::shared_ptr<const DataSet>, PictureAtlas> atlases;

    void release() { points.release(), point_layer_resources.release(), atlases.release(); }  ///< of what no picture shows any more
};

}  // namespace neighborscope
