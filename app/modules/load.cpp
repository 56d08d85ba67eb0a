// Opens modules, and explains what a machine lacks for one.
#include "app/modules/modules.hpp"

#include "app/data/files/memory.hpp"
#include "app/modules/clash.hpp"
#include "app/modules/missing_libraries.hpp"
#include "gpu/error.hpp"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <filesystem>

namespace neighborscope::modules {
namespace {

/// Returns a module's file: beside this library, or beside the program if that was packed separately.
std::filesystem::path place_of(const std::string& file) {
    static const char here = 0;
    std::error_code error;
    Dl_info library{};
    const bool known = dladdr(&here, &library) != 0 && library.dli_fname;
    std::filesystem::path place = file;
    if (known) place = std::filesystem::path(library.dli_fname).replace_filename(file);
    if (std::filesystem::exists(place, error)) return place;
    const std::filesystem::path packed = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / file;
    return !error && std::filesystem::exists(packed, error) ? packed : place;
}

const char* file_of(Module module) {
    constexpr std::array files = {"libneighborscope_rendering.so", "libneighborscope_desktop.so", "libneighborscope_light.so",
        "libneighborscope_detector.so", "libneighborscope_mpi.so"};
    return files[std::size_t(module)];
}

/// What works without the module.
std::string instead_of(Module module) {
    if (module == Module::mpi) return "without --ranks one process searches, on all GPUs of this machine with --device cuda:all";
    if (module == Module::detector) return "put the frame around the face by hand";
    if (module == Module::rendering) return "`neighborscope run` searches without pictures";
    const Module other = module == Module::desktop ? Module::light : Module::desktop;
    if (!built(other) || !what_is_missing(other).empty()) return "`neighborscope run` searches without a window";
    return other == Module::light ? "or neighborscope --light" : "or neighborscope without --light";
}

/// Opens the module and never closes it, because its libraries keep threads and exit handlers.
void* opened(Module module) {
    const std::filesystem::path file = place_of(file_of(module));
    if (void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    const char* said = dlerror();
    const std::string reason = said ? said : "no reason given";
    const std::string missing = what_is_missing(module);
    const auto variable = [](const char* name) { return std::string(std::getenv(name) ? std::getenv(name) : ""); };
    if (const Clash clash = clash_in(reason, variable("LD_LIBRARY_PATH"), variable("LD_PRELOAD")); missing.empty() && !clash.cause.empty())
        throw Error(Failure::device, clash.cause, clash.remedy);
    throw Error(
        Failure::device, missing.empty() ? "the module " + file.string() + " cannot be opened: " + reason : missing, instead_of(module));
}

template <class Function>
Function* function(Module module, const char* name) {
    if (void* found = dlsym(opened(module), name)) return reinterpret_cast<Function*>(found);
    throw Error(Failure::device, place_of(file_of(module)).string() + " belongs to another version of Neighborscope", "install it again");
}

}  // namespace

bool built(Module module) {
    switch (module) {
        case Module::rendering: return true;
        case Module::desktop:
#ifdef NEIGHBORSCOPE_WITH_DESKTOP
            return true;
#else
            return false;
#endif
        case Module::detector:
#ifdef NEIGHBORSCOPE_WITH_DETECTOR
            return true;
#else
            return false;
#endif
        case Module::mpi:
#ifdef NEIGHBORSCOPE_WITH_MPI
            return true;
#else
            return false;
#endif
        case Module::light: break;
    }
#ifdef NEIGHBORSCOPE_WITH_LIGHT
    return true;
#else
    return false;
#endif
}

std::string what_is_missing(Module module) {
    const auto absent = [](const std::string& file) {
        return "the module " + place_of(file).string() + " is missing: install Neighborscope again";
    };
    const std::filesystem::path file = place_of(file_of(module));
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return absent(file_of(module));
    std::string names, packages;
    for (const std::string& library : missing_libraries_of(file.string())) {
        if (library.starts_with("libneighborscope")) return absent(library);
        names += (names.empty() ? "" : ", ") + library;
        if (const std::string package = " " + package_of(library); (packages + " ").find(package + " ") == std::string::npos)
            packages += package;
    }
    return names.empty() ? names : "this machine lacks " + names + ": apt install" + packages;
}

void require(Module module) { opened(module); }

DrawnPicture draw_picture(const PictureRequest& request) {
    DrawnPicture drawn;
    function<decltype(neighborscope_draw_picture)>(Module::rendering, "neighborscope_draw_picture")(request, drawn);
    return drawn;
}

std::string opengl_name() {
    std::string name;
    function<decltype(neighborscope_opengl_name)>(Module::rendering, "neighborscope_opengl_name")(name);
    return name;
}

std::unique_ptr<ChartPictures> chart_pictures() {
    return std::unique_ptr<ChartPictures>(
        function<decltype(neighborscope_chart_pictures)>(Module::rendering, "neighborscope_chart_pictures")());
}

faces::FaceFinder face_finder() {
    if (!built(Module::detector) || !what_is_missing(Module::detector).empty()) return {};
    return [](const faces::GreyPicture& picture) {
        std::vector<faces::Face> found;
        function<decltype(neighborscope_find_faces)>(Module::detector, "neighborscope_find_faces")(picture, found);
        return found;
    };
}

Ranks& mpi_ranks() {
    if (!built(Module::mpi))
        throw Error(Failure::device, "this program was built without MPI", "install libopenmpi-dev and build it again");
    static Ranks* const ranks = function<decltype(neighborscope_mpi_ranks)>(Module::mpi, "neighborscope_mpi_ranks")();
    return *ranks;
}

int run_window(Module module, const SessionState& session, const WindowOptions& start) {
    return_large_blocks();
    const bool light = module == Module::light;
    return function<decltype(neighborscope_run_light)>(module, light ? "neighborscope_run_light" : "neighborscope_run_desktop")(
        session, start);
}

}  // namespace neighborscope::modules
