// The mean face and the principal components of a gallery. Turk & Pentland, "Eigenfaces for Recognition", 1991, with their small-matrix
// method. For many pictures, computes only the first components by Halko, Martinsson & Tropp, "Finding Structure with Randomness", 2011,
// algorithms 4.4 and 5.1.
#pragma once
#include "gpu/progress.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace neighborscope::faces {

/// Mean and components: a picture is mean + sum of its vector's entries times components.
struct Basis {
    std::vector<float> mean;        ///< [pixels]
    std::vector<float> components;  ///< [count][pixels], orthonormal, by descending variance; the largest entry of each is positive
    std::vector<double> variance;   ///< [count], variance of the gallery along each component, descending
    double total_variance = 0;      ///< of the gallery, over all directions

    int count() const { return int(variance.size()); }
    int pixels() const { return int(mean.size()); }
    /// Returns the share of the gallery's variance along a component (from 0).
    double explained(int component) const { return total_variance > 0 ? variance[std::size_t(component)] / total_variance : 0; }
};

/// How components are computed. `full`: decompose the smaller of the two product matrices. `randomised`: the first components from random
/// combinations of the pictures, with two power iterations and a fixed seed.
enum class Decomposition { automatic, full, randomised };

/// Computes at most `components` components; fewer if the pictures differ in fewer directions (at most their number less one). `pictures`
/// is [count][pixels]. An input Error for fewer than two pictures, or if all are equal; a memory Error with the numbers.
Basis fit_basis(
    std::span<const float> pictures, int pixels, int components, const Progress& = {}, Decomposition = Decomposition::automatic);

/// Returns [count][basis.count()]: the coordinates of pictures [count][pixels] along the components.
std::vector<float> project(const Basis&, std::span<const float> pictures, const Progress& = {});
/// Returns [count]: the distances of pictures to face space, the space of all reconstructions.
std::vector<float> distances_to_face_space(
    const Basis&, std::span<const float> pictures, std::span<const float> vectors, const Progress& = {});
/// Returns [pixels]: the reconstruction from a vector of the first components, mean + sum of entries times components.
std::vector<float> reconstructed(const Basis&, std::span<const double> vector);
/// Divides vectors by the gallery's standard deviation along each component, so that distances are Mahalanobis distances.
std::vector<float> whitened(const Basis&, std::vector<float> vectors);
std::vector<double> unwhitened(const Basis&, std::vector<double> vectors);  ///< inverts `whitened`

}  // namespace neighborscope::faces
