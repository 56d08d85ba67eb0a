// The motion of `uniform:` and `hotspots:`: a random walk, tick by tick, that preserves the distribution. If hotspots drift
// (`drift`), their objects go with them.
//
// Each object has a region: the square or cube for `uniform`, a ball round its hotspot for `hotspots`. In each tick it changes its
// direction a little at random and moves at its own speed. It does not make a step that would leave its region, but reverses its direction.
// So objects stay uniformly distributed in their regions. The radius of the ball is random, so that the mixture of uniform balls is a
// normal distribution round each hotspot (its level sets). Uses only additions, multiplications, divisions and square roots of float64: the
// same seed gives the same paths on any machine and any number of threads.
#pragma once
#include "app/data/make/generator.hpp"

namespace neighborscope {

/// Returns the motion of points that `generator` (uniform or hotspots) made with these parameters.
std::shared_ptr<const Motion> random_walk_motion(const Generator& generator, const GeneratorParameters&);

}  // namespace neighborscope
