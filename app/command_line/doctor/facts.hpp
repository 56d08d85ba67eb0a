// What `doctor` knows of this machine before it judges. Plain data, so that tests can describe machines that nobody has at hand.
#pragma once
#include "app/modules/modules.hpp"
#include "gpu/device/device.hpp"

#include <string>
#include <utility>
#include <vector>

namespace neighborscope::shell::doctor {

/// One module (app/modules/modules.hpp): a window, the drawing, the face detector.
struct ModuleFacts {
    bool built = false;
    std::string trouble = {};  ///< one line: why it does not open here; "" when it opens
    std::string mend = {};     ///< the command that helps; "" when none is known
};

struct GpuFacts {
    bool built = false;                    ///< this build has the CUDA device
    std::string toolkit = {};              ///< CUDA it was built with: "13.0.88"; "" without CUDA
    std::vector<std::string> on_bus = {};  ///< NVIDIA's display controllers: "0000:65:00.0"
    std::string driver = {};               ///< NVIDIA's kernel module: "580.65.06"; "" when it is not loaded
    std::vector<DeviceInfo> usable = {};   ///< devices that run kernels of this program
    std::string why_none = {};             ///< why_no_cuda(); "" when there is one
    bool cublas = false;                   ///< cuBLAS opens
};

enum class HomeState {
    writable,   ///< settings can be kept
    unknown,    ///< neither HOME nor XDG_CONFIG_HOME names a folder
    absent,     ///< the folder does not exist
    read_only,  ///< it exists, and cannot be written
    full        ///< it can be written, but its disk has no room
};
struct HomeFacts {
    HomeState state = HomeState::writable;
    std::string folder = {};  ///< where settings are kept, or the folder that stands in the way
};

struct Facts {
    std::string version, commit;           ///< "0.9.0"; "" when it was not built from a checkout
    std::string program, library;          ///< paths of this program and of its libneighborscope.so
    std::string library_version = {};      ///< of that library; "" when it does not say one
    bool library_beside = true;            ///< the library lies where this program was installed with it
    std::vector<std::string> others = {};  ///< further programs called neighborscope on PATH, by their paths
    std::string first_on_path = {};        ///< what `neighborscope` starts in a shell; "" when PATH has none

    std::string system = {}, processor = {}, glibc = {};
    unsigned threads = 0;
    std::size_t memory_bytes = 0;

    GpuFacts gpu = {};
    ModuleFacts rendering = {}, desktop = {}, light = {}, detector = {};
    std::string opengl = {};          ///< "4.5, llvmpipe (LLVM 15.0.6, 256 bits)"; "" when there is no context
    std::string why_no_display = {};  ///< "" when windows have a display
    bool landmarks = false;           ///< the face detector's file of landmarks is there
    std::vector<std::pair<std::string, std::string>> left_out = {};  ///< method and Debian package: not in this build
    bool faiss = false;                                              ///< this build has the methods of FAISS, which call a BLAS
    std::string blas = {};                                           ///< path of that BLAS; "": there is none
    std::vector<std::string> foreign = {};        ///< libraries from outside the system's folders and the program's: their paths
    std::string library_path = {}, preload = {};  ///< LD_LIBRARY_PATH, LD_PRELOAD
    HomeFacts home = {};
};

/// Looks at this machine. Modules are opened in a child process: one that crashes is a fact, and not the end of this program.
Facts facts_here();

// Parts of facts_here().
GpuFacts gpu_here();
HomeFacts home_here();
/// Programs called neighborscope on `path` (as PATH has it) other than `program`; links to the same file count once. The first that a
/// shell would start is `first`.
std::vector<std::string> other_programs(const std::string& path, const std::string& program, std::string& first);

}  // namespace neighborscope::shell::doctor
