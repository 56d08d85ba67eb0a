// Resources shared by the pictures of one OpenGL context: all that depends on data and document, but not on the method. Only for
// app/instruments.
#pragma once
#include "app/instruments/scene/shared_object_pool.hpp"
#include "app/instruments/scene/picture_atlas.hpp"
#include "app/instruments/scene/point_layer.hpp"
#include "app/instruments/scene/published_points.hpp"
#include "render/program.hpp"

namespace neighborscope {

struct SharedResources {
    std::shared_ptr<render::Programs> programs = std::make_shared<render::Programs>();
    SharedObjectPool<PositionsKey, PublishedPoints> points;
    SharedPointLayer point_layer_resources;
    SharedObjectPool<std::shared_ptr<const DataSet>, PictureAtlas> atlases;

    void release() { points.release(), point_layer_resources.release(), atlases.release(); }  ///< frees what no picture uses
};

}  // namespace neighborscope
