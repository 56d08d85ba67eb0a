// NVIDIA's NCCL, opened when it is first needed (libnccl.so.2): the program needs none to start, and none to be built.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace neighborscope::libraries {

/// Empty if NCCL was found; else the name of what is missing.
std::string_view missing_nccl();
std::string nccl_version();  ///< "2.27.3"; only if it was found

/// The communicators of several CUDA devices of one process, one a rank. Each rank uses its own from its own thread.
class Nccl {
public:
    /// Device Error with NCCL's reason.
    explicit Nccl(std::span<const int> devices);
    ~Nccl();
    Nccl(const Nccl&) = delete;
    Nccl& operator=(const Nccl&) = delete;

    /// Between begin and end, the calling rank's transfers are collected and then started together on its stream.
    void begin();
    void end();
    void send(int rank, int to, const void* memory, std::size_t bytes, void* stream);
    void receive(int rank, int from, void* memory, std::size_t bytes, void* stream);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace neighborscope::libraries
