// How CUDA devices that share a search exchange queries and lists (gpu/shards/exchange.hpp).
#include "gpu/device/simt.hpp"
#include "gpu/device/cuda/probe.hpp"
#include "gpu/libraries/nccl.hpp"
#include "gpu/shards/exchange.hpp"

#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace neighborscope::cuda {
namespace {

using shards::Exchange;
using shards::Transfer;

/// Lets every device read and write the memory of the others where the links allow it, so that copies need not go through the host.
/// Returns whether all may.
bool connect(std::span<const int> numbers) {
    static std::mutex mutex;
    static std::set<std::pair<int, int>> connected;  // asking again is an error
    const std::lock_guard lock(mutex);
    bool all = true;
    for (const int from : numbers) {
        for (const int to : numbers) {
            if (from == to || connected.count({from, to})) continue;
            int possible = 0;
            check(cudaDeviceCanAccessPeer(&possible, from, to), "cudaDeviceCanAccessPeer");
            if (!possible) {
                all = false;
                continue;
            }
            check(cudaSetDevice(from), "cudaSetDevice");
            if (const cudaError_t status = cudaDeviceEnablePeerAccess(to, 0); status == cudaErrorPeerAccessAlreadyEnabled)
                cudaGetLastError();
            else check(status, "cudaDeviceEnablePeerAccess");
            cudaMemPool_t pool = nullptr;  // of `to`: memory that `from` may use
            check(cudaDeviceGetDefaultMemPool(&pool, to), "cudaDeviceGetDefaultMemPool");
            cudaMemAccessDesc access{};
            access.location.type = cudaMemLocationTypeDevice;
            access.location.id = from;
            access.flags = cudaMemAccessFlagsProtReadWrite;
            check(cudaMemPoolSetAccess(pool, &access, 1), "cudaMemPoolSetAccess");
            connected.insert({from, to});
        }
    }
    check(cudaSetDevice(chosen_device()), "cudaSetDevice");
    return all;
}

/// Each rank copies what it receives or sends by itself.
class PeerCopies final : public Exchange {
public:
    PeerCopies(std::vector<int> numbers, bool direct) : numbers_(std::move(numbers)), direct_(direct) {}
    std::string name() const override { return direct_ ? "copies between devices" : "copies through the host"; }
    void distribute(int rank, std::span<const Transfer> transfers) override {
        copy(transfers[std::size_t(rank)], numbers_[0], numbers_[std::size_t(rank)]);
    }
    void collect(int rank, std::span<const Transfer> transfers) override {
        copy(transfers[std::size_t(rank)], numbers_[std::size_t(rank)], numbers_[0]);
    }

private:
    void copy(const Transfer& one, int from, int to) {
        if (one.bytes == 0 || one.from == one.to) return;
        Stream& stream = stream_of_thread();
        check(cudaMemcpyPeerAsync(one.to, to, one.from, from, one.bytes, stream.handle()), "copying between devices");
        stream.wait();
    }

    std::vector<int> numbers_;
    bool direct_;
};

/// NCCL starts in half a second: its communicators are kept for later searches, until the program ends.
libraries::Nccl& communicators_of(const std::vector<int>& numbers) {
    static auto& all = *new std::map<std::vector<int>, libraries::Nccl>;  // CUDA ends before static objects do
    auto found = all.find(numbers);
    if (found == all.end()) {
        found = all.try_emplace(numbers, numbers).first;
        check(cudaSetDevice(chosen_device()), "cudaSetDevice");  // NCCL leaves another one current
    }
    return found->second;
}

class NcclExchange final : public Exchange {
public:
    /// Transfers of up to `small` bytes are copies between devices.
    NcclExchange(std::span<const int> numbers, std::size_t small)
        : numbers_(numbers.begin(), numbers.end()), small_(small), copies_(numbers_, true) {}
    std::string name() const override {
        return "NCCL " + libraries::nccl_version() + (small_ > 0 ? ", little by copies between devices" : "");
    }
    std::unique_lock<std::mutex> turn() override {
        static std::mutex one_at_a_time;
        return std::unique_lock(one_at_a_time);
    }
    void distribute(int rank, std::span<const Transfer> transfers) override {
        if (is_small(transfers)) return copies_.distribute(rank, transfers);
        transfer(rank, transfers, [&](int other, const Transfer& one, Stream& stream) {
            if (rank == 0) nccl_->send(0, other, one.from, one.bytes, stream.handle());
            else nccl_->receive(rank, 0, one.to, one.bytes, stream.handle());
        });
    }
    void collect(int rank, std::span<const Transfer> transfers) override {
        if (is_small(transfers)) return copies_.collect(rank, transfers);
        transfer(rank, transfers, [&](int other, const Transfer& one, Stream& stream) {
            if (rank == 0) nccl_->receive(0, other, one.to, one.bytes, stream.handle());
            else nccl_->send(rank, 0, one.from, one.bytes, stream.handle());
        });
    }

private:
    bool is_small(std::span<const Transfer> transfers) const {
        return std::all_of(transfers.begin(), transfers.end(), [&](const Transfer& one) { return one.bytes <= small_; });
    }
    /// The first rank has a part in the transfers of all others; each of these in its own.
    template <class Part>
    void transfer(int rank, std::span<const Transfer> transfers, Part part) {
        std::call_once(started_, [&] { nccl_ = &communicators_of(numbers_); });  // many searches have little to send and need none
        Stream& stream = stream_of_thread();
        nccl_->begin();
        for (int other = 1; other < int(transfers.size()); ++other)
            if (const Transfer& one = transfers[std::size_t(other)]; one.bytes > 0 && (rank == 0 || rank == other))
                part(other, one, stream);
        nccl_->end();
        if (rank == 0 && transfers[0].from != transfers[0].to)
            copy_on_device(stream, transfers[0].to, transfers[0].from, transfers[0].bytes);
        stream.wait();
    }

    std::vector<int> numbers_;
    std::size_t small_;
    PeerCopies copies_;
    std::once_flag started_;
    libraries::Nccl* nccl_ = nullptr;
};

/// Up to so many bytes a copy between devices takes less time than NCCL.
constexpr std::size_t small_transfer = std::size_t(1) << 20;

}  // namespace

std::unique_ptr<Exchange> make_exchange(std::span<const int> numbers) {
    const char* const typed = std::getenv("NEIGHBORSCOPE_EXCHANGE");
    const std::string_view wanted = typed ? typed : "";
    const bool different = std::set<int>(numbers.begin(), numbers.end()).size() == numbers.size();
    if (wanted == "nccl" && different) return std::make_unique<NcclExchange>(numbers, 0);
    if (wanted.empty() && different && libraries::missing_nccl().empty())
        return std::make_unique<NcclExchange>(numbers, connect(numbers) ? small_transfer : 0);
    const bool direct = wanted != "host" && connect(numbers);
    return std::make_unique<PeerCopies>(std::vector<int>(numbers.begin(), numbers.end()), direct);
}

}  // namespace neighborscope::cuda
