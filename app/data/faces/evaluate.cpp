#include "app/data/faces/evaluate.hpp"

#include "app/data/classify/vote_counter.hpp"
#include "app/data/files/parallel.hpp"
#include "gpu/error.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace neighborscope::faces {
namespace {

/// The result for one picture.
struct LeaveOneOut {
    std::vector<bool> right;  ///< as Evaluation::accuracy, for one basis
    int rank = 0;             ///< rank of its person among people, from 1; 0 if the person has no other picture
    double known = 0, unknown = 0;
    std::int64_t nearest = -1;
};

struct Feature {
    Features features;
    int components;
};

/// The pictures among which one is searched for: all others, or those that a split does not test.
class SearchedPictures {
public:
    explicit SearchedPictures(std::int64_t count) : left_out_(std::size_t(count), false) {}
    void leave_out(const std::vector<std::int64_t>& tested) {
        for (const std::int64_t picture : tested) left_out_[std::size_t(picture)] = true;
    }
    bool has(std::int64_t picture, std::int64_t asked) const { return picture != asked && !left_out_[std::size_t(picture)]; }

private:
    std::vector<bool> left_out_;
};

/// The neighbours of picture `asked`, with squared distances `squares`.
class Neighbours {
public:
    Neighbours(const Gallery& gallery, const SearchedPictures& searched, std::int64_t asked, const std::vector<double>& squares)
        : gallery_(gallery), squares_(squares) {
        for (std::int64_t i = 0; i < gallery.count(); ++i)
            if (searched.has(i, asked)) order_.push_back(i);
    }
    /// Returns the people of the nearest k.
    std::vector<std::int32_t> people(std::size_t k) {
        k = std::min(k, order_.size());
        std::partial_sort(order_.begin(), order_.begin() + std::ptrdiff_t(k), order_.end(), [&](std::int64_t a, std::int64_t b) {
            return std::pair(squares_[std::size_t(a)], a) < std::pair(squares_[std::size_t(b)], b);
        });
        std::vector<std::int32_t> people;
        for (std::size_t i = 0; i < k; ++i) people.push_back(gallery_.person[std::size_t(order_[i])]);
        return people;
    }
    std::int64_t nearest() const { return order_.front(); }  ///< call after people()

private:
    const Gallery& gallery_;
    const std::vector<double>& squares_;
    std::vector<std::int64_t> order_;
};

void evaluate_people(
    const Gallery& gallery, const SearchedPictures& searched, std::int64_t asked, const std::vector<double>& squares, LeaveOneOut& out) {
    constexpr double none = std::numeric_limits<double>::infinity();
    std::vector<double> of_person(gallery.people.size(), none);
    double of_nobody = none;
    for (std::int64_t i = 0; i < gallery.count(); ++i) {
        if (!searched.has(i, asked)) continue;
        const std::int32_t person = gallery.person[std::size_t(i)];
        double& nearest = person < 0 ? of_nobody : of_person[std::size_t(person)];
        nearest = std::min(nearest, squares[std::size_t(i)]);
    }
    const auto own = std::size_t(gallery.person[std::size_t(asked)]);
    double others = of_nobody;
    out.rank = of_person[own] < none ? 1 : 0;
    for (std::size_t person = 0; person < of_person.size(); ++person) {
        if (person == own) continue;
        others = std::min(others, of_person[person]);
        out.rank += out.rank > 0 && std::pair(of_person[person], person) < std::pair(of_person[own], own);
    }
    out.known = std::sqrt(std::min(others, of_person[own]));
    out.unknown = std::sqrt(others);
}

/// Vectors of all pictures along a basis, and the deviations to whiten them.
struct Projected {
    std::vector<float> vectors;
    std::vector<double> variance;
    std::vector<float> face_space;  ///< of all pictures; empty for the gallery's own basis
};

LeaveOneOut leave_out(const Gallery& gallery, const SearchedPictures& searched, const Projected& projected, std::int64_t asked,
    const std::vector<Feature>& features, const EvaluateOptions& options) {
    const auto count = std::size_t(gallery.count()), d = projected.variance.size(), pixels = gallery.pixels();
    const std::int32_t person = gallery.person[std::size_t(asked)];
    LeaveOneOut out;
    std::vector<double> squares(count), whitened_squares(count), of_pixels;
    std::size_t done = 0;
    for (std::size_t f = 0; f < features.size(); ++f) {
        const auto [kind, wanted] = features[f];
        if (kind == Features::pixels) {
            using Picture = Eigen::Map<const Eigen::VectorXf>;
            const Picture own(gallery.pictures.data() + std::size_t(asked) * pixels, Eigen::Index(pixels));
            for (std::size_t i = 0; i < count; ++i)
                of_pixels.push_back(double((Picture(gallery.pictures.data() + i * pixels, Eigen::Index(pixels)) - own).squaredNorm()));
        }
        const std::size_t until = kind == Features::pixels ? done : std::min(std::size_t(wanted), d);
        for (std::size_t i = 0; i < count && until > done; ++i)
            for (std::size_t axis = done; axis < until; ++axis) {
                const double apart = double(projected.vectors[i * d + axis]) - projected.vectors[std::size_t(asked) * d + axis];
                squares[i] += apart * apart;
                whitened_squares[i] += apart * apart / projected.variance[axis];
            }
        done = until;
        Neighbours neighbours(gallery, searched, asked,
            kind == Features::pixels       ? of_pixels
            : kind == Features::components ? squares
                                           : whitened_squares);
        for (const int k : options.k) out.right.push_back(vote(neighbours.people(std::size_t(k))) == person);
        if (kind != Features::components || wanted < features.back().components) continue;
        neighbours.people(1);
        out.nearest = neighbours.nearest();
    }
    evaluate_people(gallery, searched, asked, squares, out);
    return out;
}

/// Computes limits at each occurring distance, reduced to a few hundred.
Evaluation::Limits limits_of(std::vector<double> known, std::vector<double> unknown) {
    Evaluation::Limits result;
    std::sort(known.begin(), known.end());
    std::sort(unknown.begin(), unknown.end());
    std::vector<double> distances = known;
    distances.insert(distances.end(), unknown.begin(), unknown.end());
    std::sort(distances.begin(), distances.end());
    distances.erase(std::unique(distances.begin(), distances.end()), distances.end());
    const auto within = [](const std::vector<double>& all, double limit) {
        return double(std::upper_bound(all.begin(), all.end(), limit) - all.begin()) / double(all.size());
    };
    double smallest = 2;
    const std::size_t step = std::max<std::size_t>(1, distances.size() / 400);
    for (std::size_t i = 0; i < distances.size(); ++i) {
        if (!std::isfinite(distances[i])) break;
        const Evaluation::Limit limit{distances[i], 1 - within(known, distances[i]), within(unknown, distances[i])};
        if (i % step == 0) result.all.push_back(limit);
        if (const double apart = std::abs(limit.known_refused - limit.unknown_accepted); apart < smallest)
            smallest = apart, result.equal_error = limit;
    }
    return result;
}

/// Projects all pictures on the gallery's own basis.
Projected projected_by_all(const Gallery& gallery, int components) {
    if (!gallery.projects()) return {gallery.vectors, std::vector<double>(std::size_t(components), 1), {}};
    return {gallery.vectors, gallery.basis.variance, {}};
}

/// Projects all pictures on a basis computed without `left_out` (ascending).
Projected projected_without(const Gallery& gallery, const std::vector<std::int64_t>& tested, int components, const Progress& progress) {
    std::vector<float> others;
    auto next = tested.begin();
    for (std::int64_t i = 0; i < gallery.count(); ++i) {
        if (next != tested.end() && *next == i) {
            ++next;
            continue;
        }
        const auto first = gallery.pictures.begin() + std::ptrdiff_t(std::size_t(i) * gallery.pixels());
        others.insert(others.end(), first, first + std::ptrdiff_t(gallery.pixels()));
    }
    const Basis basis = fit_basis(others, int(gallery.pixels()), components, progress.without_report());
    Projected projected{project(basis, gallery.pictures, progress.without_report()), basis.variance, {}};
    projected.face_space = distances_to_face_space(basis, gallery.pictures, projected.vectors, progress.without_report());
    return projected;
}

/// Returns the pictures with a known person, of all people or of every tenth from `part` on; ascending.
std::vector<std::int64_t> pictures_of_people(const Gallery& gallery, std::optional<int> part) {
    std::vector<std::int64_t> tested;
    for (std::int64_t i = 0; i < gallery.count(); ++i)
        if (const std::int32_t person = gallery.person[std::size_t(i)]; person >= 0 && (!part || person % Evaluation::parts == *part))
            tested.push_back(i);
    return tested;
}

/// Returns half of each person's pictures, ascending.
std::vector<std::int64_t> half_of_pictures(const Gallery& gallery, std::uint64_t seed) {
    std::vector<std::vector<std::int64_t>> of_person(gallery.people.size());
    for (const std::int64_t picture : pictures_of_people(gallery, {}))
        of_person[std::size_t(gallery.person[std::size_t(picture)])].push_back(picture);
    std::mt19937_64 random(seed);
    std::vector<std::int64_t> tested;
    for (std::vector<std::int64_t>& all : of_person)
        for (std::size_t chosen = 0; chosen < all.size() / 2; ++chosen) {
            std::swap(all[chosen], all[chosen + std::size_t(random() % (all.size() - chosen))]);
            tested.push_back(all[chosen]);
        }
    std::sort(tested.begin(), tested.end());
    return tested;
}

}  // namespace

std::string name_of_protocol(const Evaluation& evaluation) {
    return evaluation.split ? "split-" + std::to_string(*evaluation.split) : "leave-one-out";
}

std::string_view name_of(Features features) {
    constexpr std::string_view names[] = {"pixels", "components", "whitened"};
    return names[int(features)];
}

std::int32_t vote(const std::vector<std::int32_t>& nearest_people) {
    VoteCounter vote_counter(Voting::majority);
    for (const std::int32_t person : nearest_people)
        if (person >= 0) vote_counter.add(person, 0);
    return vote_counter.winner();
}

Evaluation evaluate(const Gallery& gallery, const EvaluateOptions& options, const Progress& progress) {
    const auto people = int(gallery.people.size());
    if (people < 2)
        throw Error(Failure::input, "an evaluation needs at least two people; there " + std::string(people == 1 ? "is one" : "is none"),
            "put the pictures of each person into a folder, or give --labels");
    if (options.without_tested && (gallery.pictures.empty() || !gallery.projects()))
        throw Error(Failure::usage, "a gallery.npz holds no pictures, so no other basis can be computed", "give the folder of pictures");
    const int most = gallery.projects() ? gallery.basis.count() : int(gallery.vectors.size() / std::size_t(gallery.count()));
    std::vector<Feature> features;
    std::vector<int> counts = options.components;
    counts.erase(std::remove_if(counts.begin(), counts.end(), [&](int each) { return each > most; }), counts.end());
    if (counts.empty()) counts.push_back(most);
    std::sort(counts.begin(), counts.end());
    if (!gallery.pictures.empty()) features.push_back({Features::pixels, int(gallery.pixels())});
    for (const int each : counts) {
        features.push_back({Features::components, each});
        if (gallery.projects()) features.push_back({Features::whitened, each});
    }

    Evaluation result;
    for (const auto& [kind, components] : features)
        for (const int k : options.k) result.accuracy.push_back({kind, components, k});
    const bool by_people = options.without_tested && !options.split;
    const int parts = by_people ? std::min(people, Evaluation::parts) : 1;
    result.without_tested = options.without_tested;
    result.split = options.split;
    result.bases = parts;
    std::vector<double> known, unknown, near, farther;  // distances to pictures; to face space
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> answers;
    for (int part = 0; part < parts; ++part) {
        const std::vector<std::int64_t> tested = options.split ? half_of_pictures(gallery, *options.split)
                                                 : by_people   ? pictures_of_people(gallery, part)
                                                               : pictures_of_people(gallery, {});
        if (options.split && tested.empty())
            throw Error(Failure::input, "no person has two pictures, so none can be tested", "add pictures, or leave --split out");
        SearchedPictures searched(gallery.count());
        if (options.split) searched.leave_out(tested);
        const Projected projected =
            options.without_tested ? projected_without(gallery, tested, counts.back(), progress) : projected_by_all(gallery, counts.back());
        std::vector<LeaveOneOut> out(tested.size());
        parallel_pieces(tested.size(), 1, progress.part(part, 1, parts),
            [&](std::size_t i) { out[i] = leave_out(gallery, searched, projected, tested[i], features, options); });
        for (std::size_t i = 0; i < out.size(); ++i) {
            for (std::size_t a = 0; a < result.accuracy.size(); ++a) {
                result.accuracy[a].right += out[i].right[a];
                ++result.accuracy[a].of;
            }
            ++result.tested;
            result.alone += out[i].rank == 0;
            for (int rank = std::max(1, out[i].rank); rank <= Evaluation::ranks && out[i].rank > 0; ++rank)
                ++result.rank[std::size_t(rank - 1)];
            known.push_back(out[i].known);
            unknown.push_back(out[i].unknown);
            if (by_people && counts.back() == most) {  // both bases have the same number of components
                near.push_back(double(gallery.face_space[std::size_t(tested[i])]));
                farther.push_back(double(projected.face_space[std::size_t(tested[i])]));
            }
            const std::int32_t person = gallery.person[std::size_t(tested[i])], answered = gallery.person[std::size_t(out[i].nearest)];
            ++answers[{person, answered}];
            if (person != answered) result.wrong.push_back({tested[i], out[i].nearest});
        }
    }
    for (double& share : result.rank) share /= double(result.tested);
    for (const auto& [pair, count] : answers) result.confusion.push_back({pair.first, pair.second, count});
    std::sort(result.wrong.begin(), result.wrong.end(), [](const auto& a, const auto& b) { return a.picture < b.picture; });
    result.nearest = limits_of(std::move(known), std::move(unknown));
    if (!farther.empty()) result.face_space = limits_of(std::move(near), std::move(farther));
    return result;
}

}  // namespace neighborscope::faces
