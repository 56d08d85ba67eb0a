#include "app/command_line/doctor/findings.hpp"

#include "gpu/device/backend.hpp"
#include "gpu/device/cuda_probe.hpp"

#include <algorithm>
#include <cstdlib>

namespace neighborscope::shell::doctor {
namespace {

constexpr int oldest_capability = 75;  ///< ten times: 7.5

/// "9.0" of "sm_90".
std::string capability_text(const std::string& architecture) {
    const std::string digits = architecture.starts_with("sm_") ? architecture.substr(3) : std::string();
    return digits.size() < 2 ? architecture : digits.substr(0, digits.size() - 1) + "." + digits.back();
}

/// The number in "(sm_37)"; 0 where there is none.
int capability_in(const std::string& text) {
    const auto at = text.find("sm_");
    return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + 3);
}

/// The oldest driver that runs programs of this CUDA, as NVIDIA's release notes say.
const char* driver_for(const std::string& toolkit) { return toolkit.starts_with("13") ? "580" : "525"; }

Finding gpu(const GpuFacts& facts) {
    Finding finding{"GPU"};
    for (const DeviceInfo& device : facts.usable)
        finding.found += (finding.found.empty() ? "" : "; ") + device.name + ", compute capability " +
                         capability_text(device.architecture) + ", " + format_bytes(device.total_bytes);
    if (!finding.found.empty()) return finding;
    const int capability = capability_in(facts.why_none);
    if (facts.built && capability > 0 && capability < oldest_capability)
        return {"GPU", Standing::missing, facts.why_none.substr(facts.why_none.find(": ") + 2),
            "none for this GPU: use --device host, or a GPU of compute capability 7.5 or later"};
    if (facts.built && facts.why_none.starts_with(unusable_cuda))
        return {"GPU", Standing::broken, facts.why_none.substr(unusable_cuda.size()), "app/run.sh --build"};
    if (facts.on_bus.empty()) return {"GPU", Standing::missing, "no NVIDIA GPU; kernels run on the processor", ""};
    return {"GPU", Standing::missing,
        std::to_string(facts.on_bus.size()) + " from NVIDIA (PCI " + facts.on_bus.front() + "), which this program cannot use", ""};
}

Finding driver(const GpuFacts& facts) {
    if (!facts.driver.empty()) {
        const std::string found = "NVIDIA " + facts.driver;
        if (!facts.usable.empty()) return {"driver", Standing::ok, found + ", knows CUDA " + facts.usable.front().driver, ""};
        if (facts.built && std::atoi(facts.driver.c_str()) < std::atoi(driver_for(facts.toolkit)))
            return {"driver", Standing::broken,
                found + " is too old for CUDA " + facts.toolkit + ", which needs " + driver_for(facts.toolkit),
                "apt install nvidia-driver"};
        if (facts.built && !facts.why_none.starts_with(unusable_cuda))
            return {"driver", Standing::broken, found + ": " + facts.why_none, "nvidia-smi"};
        return {"driver", Standing::ok, found, ""};
    }
    if (!facts.usable.empty()) return {"driver", Standing::ok, "knows CUDA " + facts.usable.front().driver, ""};
    // libcuda.so answers, but the kernel module is not to be seen, as in some containers.
    if (facts.built && !facts.why_none.empty() && facts.why_none != no_cuda_driver && !facts.why_none.starts_with(unusable_cuda)) {
        const bool old = facts.why_none.find("too old") != std::string::npos;
        return {"driver", facts.on_bus.empty() ? Standing::missing : Standing::broken, facts.why_none.substr(facts.why_none.find(": ") + 2),
            old ? "apt install nvidia-driver" : "nvidia-smi"};
    }
    if (facts.on_bus.empty()) return {"driver", Standing::missing, "no NVIDIA driver, and no GPU that needs one", ""};
    return {"driver", Standing::missing, "no NVIDIA driver is loaded", "apt install nvidia-driver"};
}

Finding cuda(const GpuFacts& facts) {
    if (!facts.built)
        return {"CUDA", Standing::missing, "this build is for the processor only",
            facts.on_bus.empty() ? "" : "install the CUDA Toolkit (nvcc), then app/run.sh --build"};
    return {"CUDA", Standing::ok, "built with " + facts.toolkit, ""};
}

Finding cublas(const GpuFacts& facts) {
    if (facts.usable.empty()) return {"cuBLAS", Standing::missing, "not needed without a GPU", ""};
    if (facts.cublas) return {"cuBLAS", Standing::ok, "found", ""};
    return {"cuBLAS", Standing::missing, "libcublas.so was not found: `flat` does not run on the GPU", "apt install libcublas12"};
}

Finding module(const std::string& part, const ModuleFacts& facts, const std::string& found, const std::string& not_built) {
    if (!facts.built) return {part, Standing::missing, "this build has none", not_built};
    if (!facts.trouble.empty()) return {part, Standing::broken, facts.trouble, facts.mend};
    return {part, Standing::ok, found, ""};
}

Finding detector(const Facts& facts) {
    Finding finding =
        module("faces", facts.detector, "the detector finds faces and eyes", "apt install libdlib-dev, then app/run.sh --build");
    if (finding.standing == Standing::ok && !facts.landmarks)
        return {"faces", Standing::missing, "the detector finds faces, but their eyes only roughly: it has no landmarks",
            "apt install libdlib-data"};
    if (finding.standing == Standing::broken) finding.standing = Standing::missing;  // the frame is put around a face by hand
    return finding;
}

Finding libraries(const Facts& facts) {
    Finding finding{"libraries", Standing::ok, "all methods are built", ""};
    if (facts.left_out.empty()) return finding;
    finding = {"libraries", Standing::missing, "not built:", ""};
    std::vector<std::string> packages;
    for (const auto& [method, package] : facts.left_out) {
        finding.found += (finding.found.back() == ':' ? " " : ", ") + method;
        if (std::find(packages.begin(), packages.end(), package) == packages.end()) packages.push_back(package);
    }
    finding.mend = "apt install";
    for (const std::string& package : packages) finding.mend += " " + package;
    finding.mend += ", then app/run.sh --build";
    return finding;
}

Finding blas(const Facts& facts) {
    if (!facts.faiss) return {"BLAS", Standing::ok, "none is used", ""};
    if (facts.blas.empty())
        return {"BLAS", Standing::missing, "none was found: the methods of FAISS do not run", "apt install libopenblas0-pthread"};
    if (facts.blas.find("/blas/") != std::string::npos)  // Debian's folder of the reference implementation
        return {
            "BLAS", Standing::missing, facts.blas + " is the reference implementation, which is slow", "apt install libopenblas0-pthread"};
    return {"BLAS", Standing::ok, facts.blas, ""};
}

Finding home(const HomeFacts& facts) {
    switch (facts.state) {
        case HomeState::writable: break;
        case HomeState::unknown:
            return {"home", Standing::missing, "HOME is not set: settings and recent files are not remembered", "export HOME=/home/NAME"};
        case HomeState::absent:
            return {"home", Standing::missing, facts.folder + " does not exist: settings and recent files are not remembered",
                "mkdir -p " + facts.folder};
        case HomeState::read_only:
            return {"home", Standing::missing, facts.folder + " cannot be written: settings and recent files are not remembered",
                "chmod u+w " + facts.folder};
        case HomeState::full:
            return {"home", Standing::missing, "the disk of " + facts.folder + " is full: settings and recent files are not remembered",
                "df -h " + facts.folder};
    }
    return {"home", Standing::ok, "settings are kept in " + facts.folder, ""};
}

Finding versions(const Facts& facts) {
    if (!facts.library_version.empty() && facts.library_version != facts.version)
        return {"versions", Standing::broken, "the library is version " + facts.library_version + ": " + facts.library,
            facts.library_path.empty() ? "install Neighborscope again" : "unset LD_LIBRARY_PATH"};
    if (!facts.library_beside)
        return {"versions", Standing::broken, "the library is not the one installed with this program: " + facts.library,
            facts.library_path.empty() ? "install Neighborscope again" : "unset LD_LIBRARY_PATH"};
    if (facts.others.empty()) return {"versions", Standing::ok, "one on this machine", ""};
    std::string found = "also there:";
    for (const std::string& other : facts.others) found += (found.back() == ':' ? " " : ", ") + other;
    const bool other_first = !facts.first_on_path.empty() && facts.others.front() == facts.first_on_path;
    return {"versions", Standing::missing, found + (other_first ? "; `neighborscope` starts that one" : ""),
        "remove one of them, or name the path: " + facts.program};
}

/// Libraries that the system does not bring may be of another version than those that the program was built with.
Finding origin(const Facts& facts, bool any_broken) {
    if (facts.foreign.empty() && facts.preload.empty()) return {"origin", Standing::ok, "libraries are the system's or the program's", ""};
    std::string found;
    constexpr std::size_t most = 4;
    for (std::size_t i = 0; i < std::min(most, facts.foreign.size()); ++i) found += (i ? ", " : "") + facts.foreign[i];
    if (facts.foreign.size() > most) found += " and " + std::to_string(facts.foreign.size() - most) + " more";
    if (!facts.preload.empty()) found += (found.empty() ? "" : "; ") + std::string("LD_PRELOAD=") + facts.preload;
    const std::string mend = !facts.preload.empty() ? "unset LD_PRELOAD" : !facts.library_path.empty() ? "unset LD_LIBRARY_PATH" : "";
    return {"origin", any_broken && !mend.empty() ? Standing::broken : Standing::ok, "from elsewhere: " + found, any_broken ? mend : ""};
}

}  // namespace

std::string_view name(Standing standing) {
    constexpr std::string_view names[] = {"ok", "missing", "broken"};
    return names[int(standing)];
}

bool any_broken(const std::vector<Finding>& all) {
    return std::any_of(all.begin(), all.end(), [](const Finding& one) { return one.standing == Standing::broken; });
}

std::vector<Finding> findings(const Facts& facts) {
    std::vector<Finding> all{gpu(facts.gpu), driver(facts.gpu), cuda(facts.gpu), cublas(facts.gpu),
        module("OpenGL", facts.rendering, facts.opengl, ""),
        module("Qt window", facts.desktop, "opens", "apt install qt6-base-dev, then app/run.sh --build"),
        module("light window", facts.light, "opens", "apt install libglfw3-dev, then app/run.sh --build")};
    all.push_back(facts.why_no_display.empty() ? Finding{"display", Standing::ok, "there is one", ""}
                                               : Finding{"display", Standing::missing, facts.why_no_display,
                                                     "neighborscope shot DATA --out view.png draws without one"});
    all.push_back(detector(facts));
    all.push_back(libraries(facts));
    all.push_back(blas(facts));
    all.push_back(home(facts.home));
    all.push_back(versions(facts));
    all.push_back(origin(facts, any_broken(all)));
    return all;
}

}  // namespace neighborscope::shell::doctor
