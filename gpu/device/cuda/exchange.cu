// How CUDA devices that share a search exchange queries and lists (gpu/shards/exchange.hpp).
#include "gpu/device/simt.hpp"
#include "gpu/device/cuda/probe.hpp"
#include "gpu/libraries/nccl.hpp"
#include "gpu/shards/exchange.hpp"

#include <cstdlib>
#include <set>

namespace neighborscope::cuda {
namespace {

using shards::Exchange;
using shards::Transfer;

/// Lets every device read and write the memory of the others where the links allow it, so that copies need not go through the host.
/// Returns whether all may.
bool connect(std::span<const int> numbers) {
    bool all = true;
    for (const int from : numbers) {
        for (const int to : numbers) {
            if (from == to) continue;
            int possible = 0;
            check(cudaDeviceCanAccessPeer(&possible, from, to), "cudaDeviceCanAccessPeer");
            if (!possible) {
                all = false;
                continue;
            }
            check(cudaSetDevice(from), "cudaSetDevice");
            if (const cudaError_t status = cudaDeviceEnablePeerAccess(to, 0); status == cudaErrorPeerAccessAlreadyEnabled) cudaGetLastError();
            else check(status, "cudaDeviceEnablePeerAccess");
            cudaMemPool_t pool = nullptr;  // of `to`: memory that `from` may use
            check(cudaDeviceGetDefaultMemPool(&pool, to), "cudaDeviceGetDefaultMemPool");
            cudaMemAccessDesc access{};
            access.location.type = cudaMemLocationTypeDevice;
            access.location.id = from;
            access.flags = cudaMemAccessFlagsProtReadWrite;
            check(cudaMemPoolSetAccess(pool, &access, 1), "cudaMemPoolSetAccess");
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
        Stream stream;
        check(cudaMemcpyPeerAsync(one.to, to, one.from, from, one.bytes, stream.handle()), "copying between devices");
        stream.wait();
    }

    std::vector<int> numbers_;
    bool direct_;
};

class NcclExchange final : public Exchange {
public:
    explicit NcclExchange(std::span<const int> numbers) : ranks_(int(numbers.size())), nccl_(numbers) {
        check(cudaSetDevice(chosen_device()), "cudaSetDevice");  // NCCL leaves another one current
    }
    std::string name() const override { return "NCCL " + nccl_.version(); }
    void distribute(int rank, std::span<const Transfer> transfers) override {
        Stream stream;
        nccl_.begin();
        if (rank == 0) {
            for (int to = 1; to < ranks_; ++to)
                if (const Transfer& one = transfers[std::size_t(to)]; one.bytes > 0) nccl_.send(0, to, one.from, one.bytes, stream.handle());
        } else if (const Transfer& own = transfers[std::size_t(rank)]; own.bytes > 0) {
            nccl_.receive(rank, 0, own.to, own.bytes, stream.handle());
        }
        nccl_.end();
        copy_own(rank, transfers, stream);
        stream.wait();
    }
    void collect(int rank, std::span<const Transfer> transfers) override {
        Stream stream;
        nccl_.begin();
        if (rank == 0) {
            for (int from = 1; from < ranks_; ++from)
                if (const Transfer& one = transfers[std::size_t(from)]; one.bytes > 0)
                    nccl_.receive(0, from, one.to, one.bytes, stream.handle());
        } else if (const Transfer& own = transfers[std::size_t(rank)]; own.bytes > 0) {
            nccl_.send(rank, 0, own.from, own.bytes, stream.handle());
        }
        nccl_.end();
        copy_own(rank, transfers, stream);
        stream.wait();
    }

private:
    static void copy_own(int rank, std::span<const Transfer> transfers, Stream& stream) {
        if (rank == 0 && transfers[0].from != transfers[0].to) copy_on_device(stream, transfers[0].to, transfers[0].from, transfers[0].bytes);
    }

    int ranks_;
    libraries::Nccl nccl_;
};

}  // namespace

std::unique_ptr<Exchange> make_exchange(std::span<const int> numbers) {
    const char* const typed = std::getenv("NEIGHBORSCOPE_EXCHANGE");
    const std::string_view wanted = typed ? typed : "";
    const bool different = std::set<int>(numbers.begin(), numbers.end()).size() == numbers.size();
    if (wanted == "nccl" || (wanted.empty() && different && libraries::missing_nccl().empty()))
        return std::make_unique<NcclExchange>(numbers);
    const bool direct = wanted != "host" && connect(numbers);
    return std::make_unique<PeerCopies>(std::vector<int>(numbers.begin(), numbers.end()), direct);
}

}  // namespace neighborscope::cuda
