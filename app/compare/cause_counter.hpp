// Counts which wrong and incomplete lists a cause explains.
#pragma once
#include "app/compare/comparison.hpp"

#include <functional>

namespace neighborscope {

/// Tries causes one after another; counts for each the lists that it explains and that no earlier cause explained.
class CauseCounter {
public:
    /// Per thread: two rows of float64 to compare.
    struct Scratch {
        explicit Scratch(int dimension) : row(std::size_t(dimension)), query(row) {}
        std::vector<double> row, query;
    };
    /// Whether a cause explains list bad()[i].
    using Explains = std::function<bool(std::size_t i, Scratch&)>;

    CauseCounter(const Comparison&, const DataSet&, const FileRows& points, const FileRows& queries, const Progress&);

    const Comparison& comparison;
    const DataSet& data;
    const FileRows &points, &queries;
    const Progress& progress;

    const std::vector<std::int64_t>& bad() const { return bad_; }  ///< queries whose lists are wrong or incomplete, ascending
    bool is_explained(std::size_t i) const { return explained_[i] != 0; }
    std::int64_t unexplained() const;
    const ListJudgement& judgement(std::size_t i) const { return comparison.judgements[std::size_t(bad_[i])]; }

    /// Adds the cause, with its count, if it explains at least the share `least` of all bad lists. `finish` may complete its sentence.
    void count(Cause, const Explains&, double least = 0, const std::function<void(Cause&)>& finish = nullptr);
    /// The same for lists with wrong indices.
    void count_of_indices(Cause, const Explains&, double least, const std::function<void(Cause&)>& finish = nullptr);
    /// The same for lists in which only distances are wrong, if `is_of` is true for each wrong distance.
    void count_of_distances(Cause, const std::function<bool(double given, double exact)>& is_of);
    /// Adds a cause that was counted elsewhere; lists for which `explains` is true need no further cause.
    void add(Cause, const std::function<bool(std::size_t i)>& explains);

    std::vector<Cause> take();  ///< by descending number of explained lists

private:
    std::vector<std::int64_t> bad_;
    std::vector<char> explained_;  ///< parallel to bad()
    std::vector<Cause> causes_;
};

}  // namespace neighborscope
