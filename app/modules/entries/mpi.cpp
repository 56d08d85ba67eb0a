// The module `mpi`: what several processes exchange.
#include "app/modules/modules.hpp"
#include "gpu/error.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace {

class MpiRanks final : public neighborscope::modules::Ranks {
public:
    MpiRanks() {
        int provided = 0;
        MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &count_);
    }
    ~MpiRanks() override {
        int ended = 0;
        if (MPI_Finalized(&ended) == MPI_SUCCESS && !ended) MPI_Finalize();
    }
    int rank() const override { return rank_; }
    int count() const override { return count_; }

    std::vector<std::string> gather(std::string_view bytes) override {
        constexpr std::size_t most = 1 << 30;  // MPI counts in ints
        std::vector<std::string> all;
        if (rank_ > 0) {
            const unsigned long long size = bytes.size();
            MPI_Send(&size, 1, MPI_UNSIGNED_LONG_LONG, 0, 0, MPI_COMM_WORLD);
            for (std::size_t at = 0; at < bytes.size(); at += most)
                MPI_Send(bytes.data() + at, int(std::min(most, bytes.size() - at)), MPI_BYTE, 0, 1, MPI_COMM_WORLD);
            return all;
        }
        all.emplace_back(bytes);
        for (int from = 1; from < count_; ++from) {
            unsigned long long size = 0;
            MPI_Recv(&size, 1, MPI_UNSIGNED_LONG_LONG, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            std::string one(size, '\0');
            for (std::size_t at = 0; at < one.size(); at += most)
                MPI_Recv(one.data() + at, int(std::min(most, one.size() - at)), MPI_BYTE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            all.push_back(std::move(one));
        }
        return all;
    }

    [[noreturn]] void end_all(int status) override {
        MPI_Abort(MPI_COMM_WORLD, status);
        std::_Exit(status);
    }

private:
    int rank_ = 0, count_ = 1;
};

}  // namespace

neighborscope::modules::Ranks* neighborscope_mpi_ranks() {
    static MpiRanks ranks;
    return &ranks;
}
