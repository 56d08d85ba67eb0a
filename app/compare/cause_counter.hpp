// Lists that are wrong or missing, and which of them a cause explains.
#pragma once
#include "app/compare/comparison.hpp"

#include <functional>

namespace neighborscope {

/// Counts for each cause, tried one after the other, the lists that it explains and that no cause before it explained.
class CauseCounter {
public:
    /// The two rows of float64 that a thread compares.
    struct Scratch {
        explicit Scratch(int dimension) : row(std::size_t(dimension)), query(row) {}
        std::vector<double> row, query;
    };
    /// Whether a cause explains list i of bad().
    using Explains = std::function<bool(std::size_t i, Scratch&)>;

    CauseCounter(const Comparison&, const DataSet&, const FileRows& points, const FileRows& queries, const Progress&);

    const Comparison& comparison;
    const DataSet& data;
    const FileRows &points, &queries;
    const Progress& progress;

    const std::vector<std::int64_t>& bad() const { return bad_; }  ///< queries whose lists are wrong or missing, ascending
    bool is_explained(std::size_t i) const { return explained_[i] != 0; }
    std::int64_t unexplained() const;
    const ListJudgement& judgement(std::size_t i) const { return comparison.judgements[std::size_t(bad_[i])]; }

    /// Adds the cause, with its count, where it explains at least the share `least` of all bad lists. `finish` may complete its sentence.
    void count(Cause, const Explains&, double least = 0, const std::function<void(Cause&)>& finish = nullptr);
    /// The same of lists whose indices are at fault.
    void count_of_indices(Cause, const Explains&, double least, const std::function<void(Cause&)>& finish = nullptr);
    /// The same of lists in which only distances are at fault, where `is_of` holds for each distance that is.
    void count_of_distances(Cause, const std::function<bool(double given, double exact)>& is_of);
    /// A cause that was counted elsewhere; `explains` says of which lists nothing else is to be looked for.
    void add(Cause, const std::function<bool(std::size_t i)>& explains);

    std::vector<Cause> take();  ///< those that explain most first

private:
    std::vector<std::int64_t> bad_;
    std::vector<char> explained_;  ///< of each of these
    std::vector<Cause> causes_;
};

}  // namespace neighborscope
