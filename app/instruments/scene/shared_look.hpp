// What the pictures of one OpenGL context share: all that depends on the data and on the document, and not on the method. Inside
// instruments only.
#pragma once
#include "app/instruments/scene/made_once.hpp"
#include "app/instruments/scene/picture_atlas.hpp"
#include "app/instruments/scene/point_look.hpp"
#include "app/instruments/scene/published_points.hpp"
#include "render/program.hpp"

namespace neighborscope {

/// Of the pictures of a race, or of one alone.
struct SharedLook {
    std::shared_ptr<render::Programs> programs = std::make_shared<render::Programs>();
    MadeOnce<SeenPoints, PublishedPoints> points;
    SharedPointLook point_look;
    MadeOnce<std::shared_ptr<const DataSet>, PictureAtlas> atlases;

    void let_go() { points.let_go(), point_look.let_go(), atlases.let_go(); }  ///< of what no picture shows any more
};

}  // namespace neighborscope
