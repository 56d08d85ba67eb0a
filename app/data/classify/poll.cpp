#include "app/data/classify/poll.hpp"

#include <algorithm>

namespace neighborscope {

std::string_view name(Voting voting) {
    constexpr std::string_view names[] = {"majority", "rank", "distance"};
    return names[int(voting)];
}

void Poll::add(std::int32_t of, double distance) {
    ++votes_;
    auto found = std::find_if(met_.begin(), met_.end(), [of](const Standing& one) { return one.of == of; });
    if (found == met_.end()) found = met_.insert(met_.end(), {of, 0, 0});
    ++found->count;
    switch (voting_) {
        case Voting::majority: found->weight += 1; break;
        case Voting::rank: found->weight += 1.0 / votes_; break;
        case Voting::distance:
            if (distance == 0 && !same_) {
                same_ = true;
                for (Standing& one : met_) one.weight = 0;
            }
            found->weight += !same_ ? 1 / distance : distance == 0 ? 1 : 0;
    }
}

std::size_t Poll::winning() const {
    double most = 0;
    for (const Standing& one : met_) most = std::max(most, one.weight);
    const auto first =
        std::find_if(met_.begin(), met_.end(), [most](const Standing& one) { return one.weight >= most * (1 - rounding_of_votes); });
    return std::size_t(first - met_.begin());
}

std::int32_t Poll::winner() const { return met_.empty() ? -1 : met_[winning()].of; }

std::vector<Poll::Standing> Poll::standings() const {
    if (met_.empty()) return {};
    std::vector<Standing> all = met_;
    std::rotate(all.begin(), all.begin() + std::ptrdiff_t(winning()), all.begin() + std::ptrdiff_t(winning()) + 1);
    std::stable_sort(all.begin() + 1, all.end(), [](const Standing& a, const Standing& b) { return a.weight > b.weight; });
    return all;
}

double Poll::share() const {
    double all = 0;
    for (const Standing& one : met_) all += one.weight;
    return all > 0 ? met_[winning()].weight / all : 0;
}

void Poll::clear() {
    same_ = false;
    votes_ = 0;
    met_.clear();
}

}  // namespace neighborscope
