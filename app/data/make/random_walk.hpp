// Objects of `uniform:` and `hotspots:` that wander, tick by tick, so that their distribution stays what it was.
//
// Each has a region of its own: of `uniform` the square or cube, of `hotspots` a ball round its hotspot. Each tick it turns a little at
// random and goes on at its own speed; a step that would leave its region is not made, and it turns round instead. That keeps objects
// evenly spread over their regions for ever; the ball is drawn once so that a normal distribution round each hotspot is a mixture of
// evenly spread balls (its level sets). Only additions, multiplications, divisions and square roots of float64 are used: the same seed
// gives the same paths on any machine and any number of threads.
#pragma once
#include "app/data/make/generator.hpp"

namespace neighborscope {

/// The motion of points that `generator` (uniform or hotspots) has made with these parameters.
std::shared_ptr<const Motion> random_walk_motion(const Generator& generator, const GeneratorParameters&);

}  // namespace neighborscope
