// Objects that drive along the streets of a network, tick by tick.
//
// An object starts anywhere on the network, every length of street alike, and has a speed of its own up to the limit. At a node it
// takes one of the streets there at random, but not the one it came by unless that is a dead end. Where edges have a direction it
// keeps to it: it turns back only where it must, it enters one-way streets that lead nowhere else only where there is no other, and
// where it can go no further it waits. Streets of no length are crossed in no time. One tick may cross many nodes.
//
// The same seed gives the same drive on any machine and any number of threads: every object has its own stream of random numbers.
#pragma once
#include "app/data/make/generator.hpp"

namespace neighborscope {

/// Fills coordinates, origin, axes, network, motion and credit; `data.dimension` is 2. Errors: those of loading the network; a usage
/// Error when it has no streets, when a speed limit is beyond all of them together, and for metres of what is not in degrees; an input
/// Error when no street has a length.
void make_roads(const GeneratorParameters&, DataSet& data, const Progress&);

}  // namespace neighborscope
