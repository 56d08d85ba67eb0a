// The mean face and the principal components of a gallery. Turk & Pentland, "Eigenfaces for Recognition", 1991, with their small-matrix
// trick; of many pictures the first components by Halko, Martinsson & Tropp, "Finding Structure with Randomness", 2011, algorithms 4.4 and
// 5.1.
#pragma once
#include "gpu/progress.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace neighborscope::faces {

/// A picture is mean + sum of its vector's entries times components.
struct Basis {
    std::vector<float> mean;        ///< [pixels]
    std::vector<float> components;  ///< [count][pixels], orthonormal, in the order of their variance; the largest entry of each is positive
    std::vector<double> variance;   ///< [count], of the gallery along each, descending
    double total_variance = 0;      ///< of the gallery, in all directions

    int count() const { return int(variance.size()); }
    int pixels() const { return int(mean.size()); }
    /// The share of the gallery's variance along a component (from 0).
    double explained(int component) const { return total_variance > 0 ? variance[std::size_t(component)] / total_variance : 0; }
};

/// How components are found: all of the smaller of the two matrices of products, or the first ones from random combinations of the
/// pictures, two power iterations and a seed that is always the same.
enum class Decomposition { automatic, full, randomised };

/// `components` of them at most; fewer where the pictures differ in fewer directions (as many as pictures, less one). `pictures` is
/// [count][pixels]. An input Error for fewer than two pictures, or if all are equal; a memory Error with the numbers.
Basis fit_basis(
    std::span<const float> pictures, int pixels, int components, const Progress& = {}, Decomposition = Decomposition::automatic);

/// [count][basis.count()]: where pictures [count][pixels] lie along the components.
std::vector<float> project(const Basis&, std::span<const float> pictures, const Progress& = {});
/// [count]: the distance of pictures to face space, the space of all reconstructions.
std::vector<float> distances_to_face_space(
    const Basis&, std::span<const float> pictures, std::span<const float> vectors, const Progress& = {});
/// [pixels]: the reconstruction from a vector of the first components, mean + sum of entries times components.
std::vector<float> reconstructed(const Basis&, std::span<const double> vector);
/// The same vectors in units of the gallery's standard deviation along each component: distances become Mahalanobis's.
std::vector<float> whitened(const Basis&, std::vector<float> vectors);
std::vector<double> unwhitened(const Basis&, std::vector<double> vectors);  ///< back again

}  // namespace neighborscope::faces
