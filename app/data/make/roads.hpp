// Moves objects along the streets of a network, tick by tick.
//
// An object starts at a uniformly random place on the network, and has its own speed up to the limit. At a node it takes one of the streets
// there at random, but turns back only at a dead end. On directed edges it keeps their direction: it enters one-way streets that end only
// if there is no other, and waits where it cannot continue. It crosses streets of length 0 in no time, and may cross many nodes in one
// tick.
//
// The same seed gives the same motion on any machine and any number of threads: every object has its own stream of random numbers.
#pragma once
#include "app/data/make/generator.hpp"

namespace neighborscope {

/// Sets coordinates, origin, axes, network, motion and credit; `data.dimension` is 2. Errors: those of loading the network; a usage Error
/// if it has no streets, if the speed exceeds the sum of their lengths, and for metres if positions are not in degrees; an input Error if
/// no street has a length.
void make_roads(const GeneratorParameters&, DataSet& data, const Progress&);

}  // namespace neighborscope
