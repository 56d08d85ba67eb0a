#include "app/data/classify/vote_counter.hpp"

#include <algorithm>

namespace neighborscope {

std::string_view name(Voting voting) {
    constexpr std::string_view names[] = {"majority", "rank", "distance"};
    return names[int(voting)];
}

void VoteCounter::add(std::int32_t of, double distance) {
    ++votes_;
    auto found = std::find_if(classes_.begin(), classes_.end(), [of](const ClassVotes& one) { return one.of == of; });
    if (found == classes_.end()) found = classes_.insert(classes_.end(), {of, 0, 0});
    ++found->count;
    switch (voting_) {
        case Voting::majority: found->weight += 1; break;
        case Voting::rank: found->weight += 1.0 / votes_; break;
        case Voting::distance:
            if (distance == 0 && !has_zero_distance_) {
                has_zero_distance_ = true;
                for (ClassVotes& one : classes_) one.weight = 0;
            }
            found->weight += !has_zero_distance_ ? 1 / distance : distance == 0 ? 1 : 0;
    }
}

std::size_t VoteCounter::winning_place() const {
    double most = 0;
    for (const ClassVotes& one : classes_) most = std::max(most, one.weight);
    const auto first =
        std::find_if(classes_.begin(), classes_.end(), [most](const ClassVotes& one) { return one.weight >= most * (1 - vote_rounding); });
    return std::size_t(first - classes_.begin());
}

std::int32_t VoteCounter::winner() const { return classes_.empty() ? -1 : classes_[winning_place()].of; }

std::vector<VoteCounter::ClassVotes> VoteCounter::class_votes() const {
    if (classes_.empty()) return {};
    std::vector<ClassVotes> all = classes_;
    std::rotate(all.begin(), all.begin() + std::ptrdiff_t(winning_place()), all.begin() + std::ptrdiff_t(winning_place()) + 1);
    std::stable_sort(all.begin() + 1, all.end(), [](const ClassVotes& a, const ClassVotes& b) { return a.weight > b.weight; });
    return all;
}

double VoteCounter::share() const {
    double all = 0;
    for (const ClassVotes& one : classes_) all += one.weight;
    return all > 0 ? classes_[winning_place()].weight / all : 0;
}

void VoteCounter::clear() {
    has_zero_distance_ = false;
    votes_ = 0;
    classes_.clear();
}

}  // namespace neighborscope
