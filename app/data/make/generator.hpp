// Points made by a formula: "uniform:n=10000,d=2".
//
//   vectors   U(1, e)                                  e = point * d + dimension; H and U: make/stream.hpp
//   uniform   U(3, e) * 22500
//   hotspots  centre c = H(103, point) mod hotspots; S = sum over t < 12 of (H(203, 12 e + t) >> 40) - 6 * 2^24;
//             U(303, c d + dimension) * 22500 + float(S) * (900 * 2^-24): a normal distribution of deviation 900 round each centre
//   cube      U(4, e) * 10000 - 5000, d = 3             Mohammadi's [-5000, 5000]^3
//   grid      point i stands at (i mod side, i / side mod side, ...), side the least integer with side^d >= n; seed=S with S > 0
//             puts the same points in a random order: for i = n-1 .. 1 swap i with H(1000 S, i) mod (i + 1)
//   one-hot   A = min(14, d) attributes; attribute a has dimensions a d / A to (a + 1) d / A, m of them. One of these, number v (from 0),
//             is 1, the others 0: v is the whole part of m (r^2 2^-24) 2^-24, both products cut to whole numbers, r = H(106, e) >> 40,
//             e = point * A + a. A point is of class 1 if H(6, point) mod 4 = 0, else of class 0; in class 1 the dimension is
//             m - 1 - v if H(206, e) mod 2 = 0
//   roads     objects that move along a network, see make/roads.hpp. V(s, i) = (H(s, i) >> 11) * 2^-53, all in float64. Object i starts
//             at V(5, i) L along the edges in file order, where L is the sum of their lengths. On edges that go both ways it moves from
//             `to` to `from` if H(105, i) is odd. In each tick it moves (1 - V(205, i)) speed. At its t-th node (from 0) it takes edge
//             H(H(305, i), t) mod m of the m edges that it may take there, in file order (a loop: first in its own direction)
//
// Points of uniform and hotspots move by make/random_walk.hpp, all in float64. B(s, i) = -2 + sum over t < 4 of V(s, 4 i + t). Object i's
// first direction is (B(405, i d + j)) over dimensions j, normalised. In tick t (from 1) B(H(605, i), t d + j) / 2 is added and the
// direction is normalised again; then the object moves (1 - V(505, i)) speed. If it would leave its region, it stays and its direction is
// reversed. The region of uniform is the square or cube of side 22500; that of hotspots is a ball round the object's centre with squared
// radius r^2 - 2 * 900^2 ln(1 - V(705, i)), where r is the object's first distance from the centre. With drift=D > 0 hotspot c goes
// with its objects: in tick t its centre on axis j is at x = U(303, c d + j) * 22500 + t D (2 V(813, c d + j) - 1), reflected at 0 and at
// 22500.
//
// All steps but those of roads and of motion are rounded to float32. seed=S adds 1000 S to every seed. These formulas must not change:
// published results depend on them.
#pragma once
#include "app/data/points/data_set.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace neighborscope {

/// The parameters of a generator, with defaults for those not given.
struct GeneratorParameters {
    std::int64_t n = 10000;
    int d = 2;
    std::int64_t hotspots = 25;
    std::uint64_t seed = 0;
    std::string network = "sample:streets";  ///< for roads: any data with a street network
    std::optional<double> speed;  ///< largest step of an object per tick. For roads in the unit of the edges' lengths; default: their mean
    double drift = 0;             ///< for hotspots: the most that they go per tick along an axis
    bool metres = false;          ///< for roads: positions in metres on the ground instead of the file's coordinates
};

inline constexpr float generated_side = 22500;   ///< side of the square or cube of uniform and hotspots
inline constexpr float hotspot_deviation = 900;  ///< standard deviation of the normal distribution round a hotspot

struct Generator {
    std::string_view name;        ///< "uniform"
    std::string_view parameters;  ///< "n=10000,d=2,seed=0": names and defaults
    std::string_view help;
    int preset_d;
    bool has_hotspots, moves, has_classes;
    /// Fills rows [first, last) of `coordinates`, [n][d]. Null for roads, whose points also depend on the network.
    void (*make)(const GeneratorParameters&, std::int64_t first, std::int64_t last, float* coordinates);
};

std::span<const Generator> all_generators();
/// Returns the generator of that name; null if there is none.
const Generator* find_generator(std::string_view name);

/// Parses the parameters of "n=4000,d=3". Usage Errors: an unknown parameter (with a suggestion), a repeated one, a value out of range.
GeneratorParameters parse_parameters(const Generator&, std::string_view text);

/// Generates the points of "NAME:PARAMETERS". Usage Errors as above; a memory Error with the numbers before anything is allocated.
DataSet make_data(const Generator&, const std::string& source, const Progress&);

}  // namespace neighborscope
