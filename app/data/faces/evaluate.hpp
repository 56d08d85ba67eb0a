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
    std::vector<int> components{8, 16, 32, 64};  ///< those beyond what the gallery has are left out
    std::vector<int> k{1, 3, 5, 7};
    /// The basis is computed in parts, each time without all pictures of the people tested with it; else once from all pictures.
    bool without_tested = false;
    /// Instead of leave-one-out: half of each person's pictures (rounded down), which this seed chooses, are searched for among all that are
    /// not tested. `without_tested` then fits one basis, without the pictures that are tested.
    std::optional<std::uint64_t> split;
};

struct Accuracy {
    Features features = Features::components;
    int components = 0;  ///< or pixels
    int k = 1;
    std::int64_t right = 0, of = 0;
};

struct Evaluation {
    static constexpr int parts = 10, ranks = 10;
    bool without_tested = false;         ///< as in EvaluateOptions
    std::optional<std::uint64_t> split;  ///< as in EvaluateOptions
    int bases = 1;                       ///< number of bases computed: 1 from all pictures, or one per part
    std::vector<Accuracy> accuracy;
    std::int64_t tested = 0;  ///< pictures of which the person is known
    std::int64_t alone = 0;   ///< of these, the only picture of a person: never right
    // Of the most components, not whitened.
    std::array<double, ranks> rank{};  ///< share of pictures whose person is among the first 1, 2.. people, each by the nearest picture
    struct Limit {
        double distance = 0;
        double known_refused = 0;     ///< share of pictures farther from all other pictures
        double unknown_accepted = 0;  ///< share of pictures this near to a picture of other people, their own removed
    };
    /// The error rates for each limit on a distance.
    struct Limits {
        std::vector<Limit> all;  ///< ascending
        Limit equal_error;       ///< where the two shares are nearest to each other
        double equal_error_rate() const { return (equal_error.known_refused + equal_error.unknown_accepted) / 2; }
    };
    Limits nearest;  ///< on the distance to the nearest picture
    /// On the distance to face space: known while the basis is fitted to all pictures, unknown while it is fitted without the person's.
    /// Empty but for a basis without the people that are tested.
    Limits face_space;
    // Of the nearest picture.
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

/// The most frequent person of the nearest (ascending by distance, -1: unknown); in a tie the first; -1 without any.
std::int32_t vote(const std::vector<std::int32_t>& nearest_people);

/// "leave-one-out", "split-7": the kind of evaluation.
std::string name_of_protocol(const Evaluation&);

/// Leave-one-out: every picture's neighbours among all others; or a split. Euclidean distances, ties to the smaller index. Pixels are compared where
/// the gallery has pictures; vectors that another program made are compared whole, as `components`. Input Errors: fewer than two people are known; `without_tested` of a gallery without pictures.
Evaluation evaluate(const Gallery&, const EvaluateOptions& = {}, const Progress& = {});

/// One table of all that was counted: measure, way (leave-one-out, split-7), basis (all, or without-tested), features, dimensions, k, rank, distance, person, answered,
/// value.
/// `people`: names, as in the gallery.
std::string evaluation_csv(const Evaluation&, const std::vector<std::string>& people);

}  // namespace neighborscope::faces
