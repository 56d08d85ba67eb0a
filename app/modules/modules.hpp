// Pictures and windows are modules: shared libraries that the program opens on demand, so that everything else starts on machines without
// OpenGL, Qt and X. This header is the whole interface between the program and its modules.
//
//   libneighborscope-gpu-*.so       the engine, named with its version: other programs link it too
//   libneighborscope.so             what exists once beside it: data, session, commands, experiments, and load.cpp, which opens modules
//   libneighborscope_rendering.so   OpenGL, instruments, charts                    rendering.cpp
//   libneighborscope_desktop.so     the Qt window                                  desktop.cpp
//   libneighborscope_light.so       the GLFW window                                light.cpp
//   libneighborscope_detector.so    finds faces in photos, with dlib               detector.cpp
//   libneighborscope_mpi.so         several processes, started by mpirun or srun   mpi.cpp
//
// All are in one folder: in the build tree beside the program, installed in lib/neighborscope.
#pragma once
#include "app/data/faces/face.hpp"
#include "gpu/progress.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace neighborscope {

class Workbench;
struct SessionState;
struct WindowOptions;
namespace render {
enum class Theme;
}
namespace charts {
struct Chart;
}

namespace modules {

enum class Module { rendering, desktop, light, detector, mpi };

/// Whether this build has the module.
bool built(Module);
/// Returns why the module cannot be opened here, with a remedy: "this machine lacks libEGL.so.1: apt install libegl1". "" if nothing is
/// known to be missing. Only looks for libraries, without loading them.
std::string what_is_missing(Module);
/// Opens the module. Device Error with a remedy if that fails; repeated calls cost nothing.
void require(Module);

/// What to draw of a workbench, without a window. Usage Error for a race whose pictures would be too small.
struct PictureRequest {
    Workbench& workbench;
    int width = 0, height = 0;  ///< logical pixels
    double scale = 1;           ///< device pixels per logical pixel
    render::Theme theme;
    bool presenter = false;
    Progress progress = {};  ///< for decision regions that the picture waits for
};
struct DrawnPicture {
    std::string png;  ///< the file's bytes
    std::string buffer_path;
    bool interop = false;  ///< whether `buffer_path` is `interop`
};
/// Device Error if there is no OpenGL.
DrawnPicture draw_picture(const PictureRequest&);

/// The version of OpenGL and who draws: "4.5, llvmpipe (LLVM 15.0.6, 256 bits)". Device Error when there is no OpenGL.
std::string opengl_name();

/// An OpenGL context to draw charts in; it belongs to the thread that made it.
class ChartPictures {
public:
    virtual ~ChartPictures() = default;
    /// Returns the bytes of a PNG file.
    virtual std::string png(const charts::Chart&, render::Theme) = 0;
};
/// Device Error if there is no OpenGL.
std::unique_ptr<ChartPictures> chart_pictures();

/// Returns the face finder of the module `detector`; empty if this build or this machine has none. Its calls are serialised. The first
/// takes about a second: it reads the model of a face's landmarks.
faces::FaceFinder face_finder();

/// The processes that MPI started together, each with a number from 0.
class Ranks {
public:
    virtual ~Ranks() = default;
    virtual int rank() const = 0;
    virtual int count() const = 0;
    /// Returns the bytes of all ranks at rank 0, in their order; nothing at the others. Every rank must call it.
    virtual std::vector<std::string> gather(std::string_view bytes) = 0;
    /// Ends all processes with this status.
    [[noreturn]] virtual void end_all(int status) = 0;
};
/// Those of this process. MPI ends with the process. Device Error if this build or this machine has no MPI.
Ranks& mpi_ranks();

/// Opens the window and returns its exit status after it is closed.
int run_window(Module, const SessionState&, const WindowOptions&);

}  // namespace modules
}  // namespace neighborscope

// Exports of a module: found by name, called only by load.cpp.
extern "C" {
void neighborscope_draw_picture(const neighborscope::modules::PictureRequest&, neighborscope::modules::DrawnPicture&);
void neighborscope_opengl_name(std::string&);
neighborscope::modules::ChartPictures* neighborscope_chart_pictures();  ///< the caller deletes it
int neighborscope_run_desktop(const neighborscope::SessionState&, const neighborscope::WindowOptions&);
int neighborscope_run_light(const neighborscope::SessionState&, const neighborscope::WindowOptions&);
neighborscope::modules::Ranks* neighborscope_mpi_ranks();  ///< one of the process
void neighborscope_find_faces(const neighborscope::faces::GreyPicture&, std::vector<neighborscope::faces::Face>&);
}
