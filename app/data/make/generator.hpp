// Points made by a formula: "uniform:n=10000,d=2".
//
//   vectors   U(1, e)                                  e = point * d + dimension; H and U: make/stream.hpp
//   uniform   U(3, e) * 22500
//   hotspots  centre c = H(103, point) mod hotspots; S = sum over t < 12 of (H(203, 12 e + t) >> 40) - 6 * 2^24;
//             U(303, c d + dimension) * 22500 + float(S) * (900 * 2^-24): a normal distribution of deviation 900 round each centre
//   cube      U(4, e) * 10000 - 5000, d = 3             Mohammadi's [-5000, 5000]^3
//   grid      point i stands at (i mod side, i / side mod side, ...), side the least integer with side^d >= n; seed=S with S > 0
//             puts the same points in a random order: for i = n-1 .. 1 swap i with H(1000 S, i) mod (i + 1)
//   one-hot   A = min(14, d) attributes; number a owns dimensions a d / A to (a + 1) d / A, m of them, all 0 but one: v, from 0, the whole
//             part of m (r^2 2^-24) 2^-24, both products cut to whole numbers, r = H(106, e) >> 40, e = point * A + a. A point is of class 1 when H(6, point) mod 4 = 0, else of class
//             0; in class 1 it is m - 1 - v where H(206, e) mod 2 = 0
//   roads     driven along a network by make/roads.hpp. V(s, i) = (H(s, i) >> 11) * 2^-53, all in float64. Object i starts V(5, i) L
//             along the edges in the order of their file, L the sum of their lengths; where edges go both ways it drives from `to` to
//             `from` when H(105, i) is odd. Each tick it drives (1 - V(205, i)) speed; at its t-th node (from 0) it takes edge number
//             H(H(305, i), t) mod m, from 0, of the m it may take there, in the order of their file (a loop: first as it stands)
//
// Points of uniform and hotspots wander by make/wander.hpp, all in float64. B(s, i) = -2 + sum over t < 4 of V(s, 4 i + t). Object i's
// direction at first is (B(405, i d + j)) over dimensions j, divided by its length. In tick t (from 1) B(H(605, i), t d + j) / 2 is added
// to it and it is divided by its length again; the object goes (1 - V(505, i)) speed that way, unless it would leave its region: then it
// stays and the direction is reversed. Regions: the square or cube of side 22500; of hotspots the ball round the object's centre whose
// radius' square is r^2 - 2 * 900^2 ln(1 - V(705, i)), r its distance from the centre at first.
//
// Every step of the points at first but those of roads is rounded to float32. seed=S adds 1000 S to every seed. These formulas are fixed:
// results are compared by them.
#pragma once
#include "app/data/points/data_set.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace neighborscope {

/// The parameters of a generator, those not given at their defaults.
struct GeneratorParameters {
    std::int64_t n = 10000;
    int d = 2;
    std::int64_t hotspots = 25;
    std::uint64_t seed = 0;
    std::string network = "sample:streets";  ///< of roads: any data that has a street network
    std::optional<double> speed;  ///< the most an object goes a tick. Of roads in the lengths of the network's edges, else their mean
    bool metres = false;          ///< of roads: positions in metres on the ground, not as the network's file has them
};

inline constexpr float generated_side = 22500;   ///< of the square or cube of uniform and hotspots
inline constexpr float hotspot_deviation = 900;  ///< of the normal distribution round a hotspot

struct Generator {
    std::string_view name;        ///< "uniform"
    std::string_view parameters;  ///< "n=10000,d=2,seed=0": names and defaults
    std::string_view help;
    int preset_d;
    bool has_hotspots, moves, has_classes;
    /// Fills rows [first, last) of `coordinates`, [n][d]. Null for roads, whose points are no formula of their own number alone.
    void (*make)(const GeneratorParameters&, std::int64_t first, std::int64_t last, float* coordinates);
};

std::span<const Generator> all_generators();
/// Null when there is none of that name.
const Generator* find_generator(std::string_view name);

/// The parameters of "n=4000,d=3" after the colon. Usage Errors: an unknown parameter (with a suggestion), one given twice, a
/// value outside its range.
GeneratorParameters parse_parameters(const Generator&, std::string_view text);

/// Makes the points of "NAME:PARAMETERS". Usage Errors as above; a memory Error with the numbers before anything is allocated.
DataSet make_data(const Generator&, const std::string& source, const Progress&);

}  // namespace neighborscope
