#include "gpu/libraries/nccl.hpp"

#include "gpu/error.hpp"

#include <vector>

#include <dlfcn.h>

namespace neighborscope::libraries {
namespace nccl {  // names of its own, as other libraries' sources may be compiled with this one
namespace {

// From NCCL's interface, which has had these since version 2.7: its headers are not needed.
using Status = int;  // 0: success
using Communicator = void*;
constexpr int bytes_type = 0;  // ncclInt8

struct Library {
    Status (*version)(int*) = nullptr;
    const char* (*describe)(Status) = nullptr;
    Status (*initialise)(Communicator*, int, const int*) = nullptr;
    Status (*destroy)(Communicator) = nullptr;
    Status (*group_start)() = nullptr;
    Status (*group_end)() = nullptr;
    Status (*send)(const void*, std::size_t, int, int, Communicator, void*) = nullptr;
    Status (*receive)(void*, std::size_t, int, int, Communicator, void*) = nullptr;

    explicit operator bool() const { return version && describe && initialise && destroy && group_start && group_end && send && receive; }
};

template <class F>
void find(void* opened, const char* name, F& function) {
    function = reinterpret_cast<F>(dlsym(opened, name));
}

Library load() {
    Library library;
    void* const opened = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!opened) return library;
    find(opened, "ncclGetVersion", library.version);
    find(opened, "ncclGetErrorString", library.describe);
    find(opened, "ncclCommInitAll", library.initialise);
    find(opened, "ncclCommDestroy", library.destroy);
    find(opened, "ncclGroupStart", library.group_start);
    find(opened, "ncclGroupEnd", library.group_end);
    find(opened, "ncclSend", library.send);
    find(opened, "ncclRecv", library.receive);
    return library;
}

const Library& library() {
    static const Library loaded = load();
    return loaded;
}

void check(Status status, const char* what) {
    if (status != 0) throw Error(Failure::device, "NCCL could not " + std::string(what) + ": " + library().describe(status));
}

}  // namespace
}  // namespace nccl

std::string_view missing_nccl() { return nccl::library() ? std::string_view() : "NCCL (libnccl.so.2)"; }

namespace nccl {
namespace {

const Library& needed_library() {
    if (!library())
        throw Error(Failure::device, std::string(missing_nccl()) + " was not found",
            "install it, name its folder in LD_LIBRARY_PATH, or let devices copy from each other: NEIGHBORSCOPE_EXCHANGE=peer");
    return library();
}

}  // namespace
}  // namespace nccl

std::string nccl_version() {
    int number = 0;  // 22703: 2.27.3
    nccl::check(nccl::needed_library().version(&number), "tell its version");
    return std::to_string(number / 10000) + "." + std::to_string(number / 100 % 100) + "." + std::to_string(number % 100);
}

struct Nccl::State {
    std::vector<nccl::Communicator> of_rank;
};

Nccl::Nccl(std::span<const int> devices) : state_(std::make_unique<State>()) {
    const nccl::Library& found = nccl::needed_library();
    state_->of_rank.resize(devices.size());
    nccl::check(found.initialise(state_->of_rank.data(), int(devices.size()), devices.data()), "start");
}

Nccl::~Nccl() {
    if (const nccl::Library& found = nccl::library())
        for (const nccl::Communicator one : state_->of_rank) found.destroy(one);
}

void Nccl::begin() { nccl::check(nccl::needed_library().group_start(), "begin a transfer"); }
void Nccl::end() { nccl::check(nccl::needed_library().group_end(), "transfer"); }

void Nccl::send(int rank, int to, const void* memory, std::size_t bytes, void* stream) {
    nccl::check(nccl::needed_library().send(memory, bytes, nccl::bytes_type, to, state_->of_rank[std::size_t(rank)], stream), "send");
}

void Nccl::receive(int rank, int from, void* memory, std::size_t bytes, void* stream) {
    nccl::check(
        nccl::needed_library().receive(memory, bytes, nccl::bytes_type, from, state_->of_rank[std::size_t(rank)], stream), "receive");
}

}  // namespace neighborscope::libraries
