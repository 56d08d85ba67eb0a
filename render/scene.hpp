// The picture of one search, drawn from OpenGL buffers that kernels filled: points, neighbour links, the k-th distance.
// Vertex shaders fetch neighbours by index from the point buffer, so no result has to visit the host to be drawn.
// Needs OpenGL 4.5 core, current on the calling thread, in every call.
#pragma once
#include "render/buffer.hpp"
#include "render/camera.hpp"
#include "render/palette.hpp"
#include "render/plane_image.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace neighborscope::render {

/// The shape of the k-th-distance ball: a circle, a diamond, a square (and in 3-D a sphere, octahedron, cube).
/// None: what is called the k-th distance is no length.
enum class Ball { euclidean, manhattan, chebyshev, none };

struct Layers {
    bool points = true, links = true, radius = true, neighbours = true, query = true, axes = true, marks = true, network = true,
         cells = true;
};

/// What a step of a search says of a row: `later` will be a neighbour (hollow ring), `entered` is added to a heap or list now
/// (double ring), `left` is removed for it (crossed ring).
enum class Mark : std::int32_t { later, entered, left };
struct MarkedRow {
    std::int32_t row = -1;
    Mark mark = Mark::later;
};

/// The number that colours or marks cells: how many queries lie in a cell, how many distances one of these
/// computes, how many leaves it visits; the last kind only marks cells, by the
/// weight (queries times points) of a task of CellState::queries_of_task there.
enum class CellNumber : std::int32_t { none, objects, level, queries, distances, visited, tasks };

/// The cells of a tree, which lie in Extras::cells, and how they are drawn. Those of a quadtree are rectangles seen from above.
struct CellState {
    int count = 0;
    int dimension = 2;               ///< of the tree
    bool grid = true;                ///< leaves are cells of a grid; else boxes that may overlap
    glm::vec3 low{0};                ///< of a grid: of the square or cube it divides, along its own axes
    float side = 1;                  ///< of that
    int level = 0, deepest = 12;     ///< of its deepest leaf; of the deepest it could have
    std::optional<glm::vec3> query;  ///< along its own axes, of boxes along the picture's: the leaf there is outlined
    bool boxes = true;               ///< cells themselves are drawn
    bool order = false;              ///< the order of leaves: a line from the middle of each to that of the next
    CellNumber fill = CellNumber::none;
    float weakest = 0, strongest = 1;  ///< the numbers with the weakest and with the strongest colour
    CellNumber marked = CellNumber::none;
    int marked_from = 0, marked_to = 0;  ///< both included: cells with such numbers stand out
    int queries_of_task = 64;            ///< at most
    int hovered = -1;                    ///< a leaf: outlined
    float lines_in_space = 1;            ///< opacity of the edges of boxes that nothing marks

    int edges() const { return dimension == 2 ? 4 : 12; }  ///< of a cell
    bool hovers() const { return hovered >= 0 && hovered < count; }
    bool operator==(const CellState&) const = default;
};

/// A leaf as the buffer has it: its corners along the axes of the picture.
struct FoundCell {
    int leaf = -1;
    glm::vec3 low{0}, high{0};
    int objects = 0, level = 0;
    int queries = 0, distances = 0, visited = 0;  ///< if the work of queries is known: their number and average work
};

/// Of fills, over the view's colour: of cells with the least number and of those with the most, large ones and small ones. Boxes that
/// overlap are paler than cells of a grid.
struct CellOpacity {
    float few, many, few_small, many_small;
};
CellOpacity cell_opacity(Theme, bool grid);

/// What lies in buffers beside positions and neighbours; all may be missing.
struct Extras {
    const Buffer* colours = nullptr;  ///< uint32[count]: red in the lowest byte, then green and blue; null: all points in one colour
    const Buffer* lines = nullptr;    ///< float[lines][2][3]: thin lines under the points, from and to
    int line_count = 0;
    const Buffer* compared = nullptr;  ///< float[compared_right + compared_wrong][3]: queries, those with right lists first
    int compared_right = 0, compared_wrong = 0;
    const Buffer* ringed = nullptr;  ///< float[ringed_count][3]: points with a ring around them
    int ringed_count = 0;
    const PlaneImage* regions = nullptr;  ///< under all else, from above only
    const Buffer* cells = nullptr;        ///< 48 bytes a leaf, in their order: see gpu/cells.hpp and shaders/tree.glsl
};

/// Everything the scene needs to know beside the buffers.
struct SceneState {
    std::int64_t count = 0;  ///< points in `positions`
    int k = 0;               ///< entries of the neighbour buffers (-1 past the end)
    bool query_shown = false;
    glm::vec3 query{0};  ///< relative to the data's origin
    Ball ball = Ball::euclidean;
    Theme theme = Theme::light;
    Layers layers;
    float point_scale = 1;                  ///< of the size of context points
    double scale = 1;                       ///< device pixels per logical pixel; marks are sized in logical pixels
    double mark_scale = 1;                  ///< of the size of all marks and lines
    int selected_rank = -1;                 ///< from 0; ringed
    std::int64_t hovered = -1;              ///< a row; ringed
    float height_low = 0, height_high = 0;  ///< 3-D: range of z for the context's height ramp
    Box box;                                ///< of the points: outlined in 3-D, and the depth that shading spans
    std::vector<MarkedRow> marks;           ///< under the neighbours
    std::optional<float> bound;             ///< radius of the ball instead of the last neighbour's distance; 0: no ball
    std::vector<float> earlier_bounds;      ///< dotted balls, the newest first: they fade with age
    CellState cells;
    /// Version of positions, colours, network and cells: while it and the camera stay the same, so does the picture. 0: draw again.
    std::uint64_t data_version = 0;
    /// Time for points, and for cells, in one frame. With software OpenGL, many are drawn over several frames, a sample of all first.
    double milliseconds_for_data = std::numeric_limits<double>::infinity();
};

/// Points by the rasteriser, by a compute shader, or by the processors of the host.
enum class Splatting { none, on_gpu, on_host };

/// How densely the points of the last frame lie.
struct PointDensity {
    bool shaded = false;     ///< pixels are coloured by how many points they have
    std::uint32_t most = 0;  ///< points of one pixel

    bool operator==(const PointDensity&) const = default;
};

class Programs;  // render/program.hpp

class Scene {
public:
    /// Compiles the shaders that are not among the programs yet; throws a device Error naming shader and line when the driver refuses one.
    explicit Scene(const std::shared_ptr<Programs>&);
    Scene();  ///< with programs of its own
    ~Scene();

    /// positions: float[count][3]; neighbour_index: int32[k]; neighbour_distance: float[k] (true distances).
    void draw(const Buffer& positions, const Buffer& neighbour_index, const Buffer& neighbour_distance, const Camera&, const SceneState&,
        const Extras& = {});

    /// The row under a pixel (logical, y down) as of the last draw, within 6 pixels; read asynchronously, one frame late.
    std::optional<std::int64_t> picked() const;
    void request_pick(double x_pixels, double y_pixels);
    /// The same at once, as the last draw shows it, with its camera and state: for a press, not for every frame. GL context current.
    std::optional<std::int64_t> pick(double x_pixels, double y_pixels, const Camera&, const SceneState&);

    /// The cell at a position along the axes of the tree (of boxes: of the picture), as of a draw before; read asynchronously, as picked() is.
    std::optional<FoundCell> found_cell() const;
    void request_cell(const glm::vec3& position);
    void forget_cell();  ///< the cells are of another tree now

    /// How points are drawn; none: splatted when they are more than a million, with OpenGL in software on the host and from 100 000 on.
    void set_splat(std::optional<Splatting>);
    bool unfinished() const;  ///< whether the last frame lacks points or cells: draw again
    PointDensity density() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// "llvmpipe (LLVM 15.0.6, 256 bits)", for the status bar and for choosing a software path.
std::string gl_renderer();
bool gl_is_software();

}  // namespace neighborscope::render
