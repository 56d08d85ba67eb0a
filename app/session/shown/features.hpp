// Which parts of the document and the view model changed, so that a panel is described again only if what it reads changed.
#pragma once
#include <array>
#include <cstdint>
#include <initializer_list>

namespace neighborscope {

/// Parts that change independently: four of the document, then those of the view model.
enum class Feature : unsigned {
    question,  ///< of the document: all fields except those of query, look, charts and stepping
    query,     ///< of the document: position of the query
    look,      ///< of the document: how the picture looks
    charts,    ///< of the document: the chart shown and its settings
    points,    ///< the data, their axes and projection
    methods,   ///< the methods, which of them cannot be used, and the ways to colour points
    answer,    ///< the list, its tree, its exactness, its counters
    timings,   ///< medians and runs
    frozen,    ///< timings kept for comparison
    stepping,  ///< the replay of a recorded search, and explanations
    moving,    ///< the tick
    edits,     ///< points changed by hand
    comparing,
    classes,
    race,
    curves,
    faces,
    lesson,      ///< the lesson that is open, and what its page's run gave
    inspecting,  ///< health of an index of another library, and the rows selected by it
    status       ///< message, error, progress
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
    /// A number that changes exactly when one of these features changes.
    std::uint64_t of(FeatureSet features) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < feature_count; ++i) sum += features.has(Feature(i)) ? generations_[i] : 0;
        return sum;
    }

private:
    std::array<std::uint64_t, feature_count> generations_{};
};

}  // namespace neighborscope
