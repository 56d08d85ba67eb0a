#include "gpu/votes.hpp"

#include "gpu/kernels/votes.hpp"

namespace neighborscope {

std::vector<VoteResult> count_votes(const ListSet& lists, std::int64_t count, int k, const DeviceMemory& classes, Voting voting) {
    const VoteInput input{lists.lists(), count, lists.k(), k, static_cast<const std::int32_t*>(classes.data()), voting};
    std::vector<VoteResult> votes(static_cast<std::size_t>(count));
    DeviceMemory counted(classes.device(), votes.size() * sizeof(VoteResult), "votes");
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (classes.device() == DeviceKind::cuda) cuda::count_votes_on_device(input, static_cast<VoteResult*>(counted.data()));
    else
#endif
        host::count_votes_on_device(input, static_cast<VoteResult*>(counted.data()));
    if (count > 0) counted.to_host(votes.data(), counted.bytes());
    return votes;
}

}  // namespace neighborscope
