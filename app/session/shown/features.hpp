// Which parts of a view model changed: whoever shows one part alone need not look at the others.
#pragma once
#include <array>
#include <cstdint>
#include <initializer_list>

namespace neighborscope {

/// Parts that change apart from each other: four of the document, and then those of the view model.
enum class Feature : unsigned {
    question,  ///< of the document: all fields but those of query, look, charts and stepping
    query,     ///< of the document: where the query is
    look,      ///< of the document: how the picture looks
    charts,    ///< of the document: which chart is shown, and of what
    points,    ///< the data, their axes, and how they are seen
    methods,   ///< which methods there are, which refuse, and what points can be coloured by
    answer,    ///< the list, its tree, its exactness, its counters
    timings,   ///< medians and runs
    frozen,    ///< timings that are kept to compare others with
    stepping,  ///< a recorded search played again, and why a point is a neighbour or none
    moving,    ///< the tick
    edits,     ///< points changed by hand
    comparing,
    classes,
    race,
    curves,
    faces,
    status  ///< what is said, wrong, under way
};
inline constexpr std::size_t feature_count = std::size_t(Feature::status) + 1;

class FeatureSet {
public:
    constexpr FeatureSet() = default;
    constexpr FeatureSet(Feature one) : bits_(bit(one)) {}
    constexpr FeatureSet(std::initializer_list<Feature> all) {
        for (const Feature one : all) bits_ |= bit(one);
    }
    constexpr bool has(Feature one) const { return (bits_ & bit(one)) != 0; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr FeatureSet operator|(FeatureSet other) const {
        FeatureSet both;
        both.bits_ = bits_ | other.bits_;
        return both;
    }

private:
    static constexpr std::uint32_t bit(Feature one) { return 1u << unsigned(one); }
    std::uint32_t bits_ = 0;
};

/// Counts the changes of each feature.
class FeatureGenerations {
public:
    void grow(FeatureSet changed) {
        for (std::size_t i = 0; i < feature_count; ++i) generations_[i] += changed.has(Feature(i));
    }
    /// Another number after any change of one of these; the same as long as none of them changes.
    std::uint64_t of(FeatureSet features) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < feature_count; ++i) sum += features.has(Feature(i)) ? generations_[i] : 0;
        return sum;
    }

private:
    std::array<std::uint64_t, feature_count> generations_{};
};

}  // namespace neighborscope
