// Face recognition rates of a gallery: each picture is searched for among all others, or half of them among the other half.
#pragma once
#include "app/data/faces/gallery.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope::faces {

enum class Features { pixels, components, whitened };
std::string_view name_of(Features);

struct EvaluateOptions {
    std::vector<int> components{8, 16, 32, 64};  ///< values above the gallery's number of components are left out
    std::vector<int> k{1, 3, 5, 7};
    /// Computes the basis in parts, each without all pictures of the people tested with it; else once from all pictures.
    bool without_tested = false;
    /// Replaces leave-one-out: half of each person's pictures (rounded down), chosen by this seed, are searched for among all pictures that
    /// are not tested. `without_tested` then computes one basis, without the tested pictures.
    std::optional<std::uint64_t> split;
};

struct Accuracy {
    Features features = Features::components;
    int components = 0;  ///< number of components, or of pixels
    int k = 1;
    std::int64_t right = 0, of = 0;
};

struct Evaluation {
    static constexpr int parts = 10, ranks = 10;
    bool without_tested = false;         ///< as in EvaluateOptions
    std::optional<std::uint64_t> split;  ///< as in EvaluateOptions
    int bases = 1;                       ///< number of bases computed: 1 from all pictures, or one per part
    std::vector<Accuracy> accuracy;
    std::int64_t tested = 0;  ///< pictures with a known person
    std::int64_t alone = 0;   ///< those that are the only picture of a person: never correct
    // With the largest number of components, not whitened.
    std::array<double, ranks> rank{};  ///< share of pictures whose person is among the first 1, 2.. people, each by the nearest picture
    struct Limit {
        double distance = 0;
        double known_refused = 0;     ///< share of pictures whose distance to all other pictures is greater
        double unknown_accepted = 0;  ///< share of pictures within this distance of a picture of other people, their own removed
    };
    /// The error rates for each limit on a distance.
    struct Limits {
        std::vector<Limit> all;  ///< ascending
        Limit equal_error;       ///< where the two shares are closest
        double equal_error_rate() const { return (equal_error.known_refused + equal_error.unknown_accepted) / 2; }
    };
    Limits nearest;  ///< for the distance to the nearest picture
    /// For the distance to face space: known while the basis includes the person, unknown while it excludes the person. Only with
    /// without_tested, else empty.
    Limits face_space;
    // One pair of true and predicted person, by the nearest picture.
    struct Answer {
        std::int32_t person = 0, answered = 0;
        std::int64_t count = 0;
    };
    std::vector<Answer> confusion;  ///< pairs that occur, ascending
    struct Wrong {
        std::int64_t picture = 0, nearest = 0;
    };
    std::vector<Wrong> wrong;
};

/// Returns the most frequent person of the nearest (ascending by distance, -1: unknown); in a tie the first; -1 without any.
std::int32_t vote(const std::vector<std::int32_t>& nearest_people);

/// "leave-one-out", "split-7".
std::string name_of_protocol(const Evaluation&);

/// Evaluates recognition by leave-one-out (the neighbours of every picture among all others) or by a split. Euclidean distances, ties to
/// the smaller index. Also compares pixels if the gallery has pictures; vectors of another program are compared whole, as `components`.
/// Input Errors: fewer than two people are known; `without_tested` for a gallery without pictures.
Evaluation evaluate(const Gallery&, const EvaluateOptions& = {}, const Progress& = {});

/// Returns all counts as one table: measure, way (leave-one-out, split-7), basis (all, or without-tested), features, dimensions, k, rank,
/// distance, person, answered, value. `people`: names, as in the gallery.
std::string evaluation_csv(const Evaluation&, const std::vector<std::string>& people);

}  // namespace neighborscope::faces
