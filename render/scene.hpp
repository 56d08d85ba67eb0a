// The picture of one search, drawn from OpenGL buffers that kernels filled: points, neighbour links, the k-th distance.
// Vertex shaders fetch neighbours by index from the point buffer, so results need not be copied to the host to be drawn.
// All calls need OpenGL 4.5 core, current on the calling thread.
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
/// `none`: the k-th distance is no length, as for inner products.
enum class Ball { euclidean, manhattan, chebyshev, none };

struct Layers {
    bool points = true, links = true, radius = true, neighbours = true, query = true, axes = true, marks = true, network = true,
         cells = true, graph = true;
};

/// The mark of a row at a step of a search: `later` will be a neighbour (hollow ring), `entered` is added to a heap or list now
/// (double ring), `left` is removed for it (crossed ring).
enum class Mark : std::int32_t { later, entered, left };
struct MarkedRow {
    std::int32_t row = -1;
    Mark mark = Mark::later;
};

/// The number that colours or marks cells: how many queries are in a cell, how many distances one of these computes, how many leaves it
/// visits. The last kind only marks cells, by the weight (queries times points) of a task of CellState::queries_of_task there.
enum class CellNumber : std::int32_t { none, objects, level, queries, distances, visited, tasks };

/// The cells of a tree, stored in Extras::cells, and how they are drawn. Those of a quadtree are rectangles seen from above.
struct CellState {
    int count = 0;
    int dimension = 2;               ///< of the tree
    bool grid = true;                ///< leaves are cells of a grid; else boxes that may overlap
    glm::vec3 low{0};                ///< of a grid: corner of the square or cube it divides, along its own axes
    float side = 1;                  ///< its side
    int level = 0, deepest = 12;     ///< of its deepest leaf; of the deepest allowed
    std::optional<glm::vec3> query;  ///< along its own axes, for boxes along the picture's: outlines the leaf there
    bool boxes = true;               ///< draws the cells themselves
    bool order = false;              ///< draws the order of leaves: a line from the centre of each to that of the next
    CellNumber fill = CellNumber::none;
    float weakest = 0, strongest = 1;  ///< numbers with the weakest and the strongest colour
    CellNumber marked = CellNumber::none;
    int marked_from = 0, marked_to = 0;  ///< cells with numbers in this closed range are highlighted
    int queries_of_task = 64;            ///< at most
    int hovered = -1;                    ///< a leaf to outline
    float lines_in_space = 1;            ///< opacity of the edges of boxes that are not highlighted

    int edges() const { return dimension == 2 ? 4 : 12; }  ///< of a cell
    bool hovers() const { return hovered >= 0 && hovered < count; }
    bool operator==(const CellState&) const = default;
};

/// A leaf as in the buffer: its corners along the axes of the picture.
struct FoundCell {
    int leaf = -1;
    glm::vec3 low{0}, high{0};
    int objects = 0, level = 0;
    int queries = 0, distances = 0, visited = 0;  ///< if the work of queries is known: their number and average work
};

/// Opacity of fills over the view's colour: of cells with the least number and of those with the greatest, large and small. Boxes that
/// overlap are paler than cells of a grid.
struct CellOpacity {
    float few, many, few_small, many_small;
};
CellOpacity cell_opacity(Theme, bool grid);

/// Buffers beside positions and neighbours; all may be missing.
struct Extras {
    const Buffer* colours = nullptr;  ///< uint32[count]: red in the lowest byte, then green and blue; null: all points in one colour
    const Buffer* lines = nullptr;    ///< float[lines][2][3]: thin lines under the points, from and to
    int line_count = 0;
    /// int32[graph_links][2]: rows joined by a link, thin under the points. The second row is complemented (~) if it does not link back.
    /// The first is complemented, too, if no search can reach it and can reach the second: such a link is in the error colour.
    const Buffer* graph = nullptr;
    int graph_links = 0;
    const Buffer* lost = nullptr;  ///< float[lost_count][3]: points with a ring of their own, such as rows that no search finds
    int lost_count = 0;
    const Buffer* compared = nullptr;  ///< float[compared_right + compared_wrong][3]: queries, those with right lists first
    int compared_right = 0, compared_wrong = 0;
    const Buffer* ringed = nullptr;  ///< float[ringed_count][3]: points with a ring around them
    int ringed_count = 0;
    const PlaneImage* regions = nullptr;  ///< below everything else, from above only
    const Buffer* cells = nullptr;        ///< 48 bytes a leaf, in their order: see gpu/cells.hpp and shaders/tree.glsl
};

/// The state of the scene beside the buffers.
struct SceneState {
    std::int64_t count = 0;  ///< points in `positions`
    int k = 0;               ///< entries of the neighbour buffers (-1 past the end)
    bool query_shown = false;
    glm::vec3 query{0};  ///< relative to the data's origin
    Ball ball = Ball::euclidean;
    Theme theme = Theme::light;
    Layers layers;
    float point_scale = 1;                  ///< scales the size of context points
    double scale = 1;                       ///< device pixels per logical pixel; marks are sized in logical pixels
    double mark_scale = 1;                  ///< scales the size of all marks and lines
    int selected_rank = -1;                 ///< from 0; ringed
    std::int64_t hovered = -1;              ///< a row; ringed
    float height_low = 0, height_high = 0;  ///< 3-D: range of z for the context's height ramp
    Box box;                                ///< of the points: outlined in 3-D; its depth sets the range of shading
    std::vector<MarkedRow> marks;           ///< under the neighbours
    std::optional<float> bound;             ///< radius of the ball instead of the last neighbour's distance; 0: no ball
    std::vector<float> earlier_bounds;      ///< dotted balls, the newest first: they fade with age
    CellState cells;
    /// Version of positions, colours, network and cells: while it and the camera do not change, the picture is kept. 0: draw again.
    std::uint64_t data_version = 0;
    std::uint64_t graph_version = 0;                     ///< the same of Extras::graph
    float graph_opacity = 0.5f, leaving_opacity = 0.5f;  ///< of links; of those whose first row is complemented
    /// Time for points, and for cells, in one frame. In software OpenGL many are drawn over several frames, a sample of all first.
    double milliseconds_for_data = std::numeric_limits<double>::infinity();
};

/// How points are splatted: not (rasterised), by a compute shader, or by the processors of the host.
enum class Splatting { none, on_gpu, on_host };

/// The density of points in the last frame.
struct PointDensity {
    bool shaded = false;     ///< the colour of a pixel shows how many points it has
    std::uint32_t most = 0;  ///< most points in one pixel

    bool operator==(const PointDensity&) const = default;
};

class Programs;  // render/program.hpp

class Scene {
public:
    /// Compiles the shaders that are not among the programs yet; device Error with shader and line if the driver rejects one.
    explicit Scene(const std::shared_ptr<Programs>&);
    Scene();  ///< with its own programs
    ~Scene();

    /// positions: float[count][3]; neighbour_index: int32[k]; neighbour_distance: float[k] (true distances).
    void draw(const Buffer& positions, const Buffer& neighbour_index, const Buffer& neighbour_distance, const Camera&, const SceneState&,
        const Extras& = {});

    /// The row under a pixel (logical, y down) at the last draw, within 6 pixels; read asynchronously, one frame late.
    std::optional<std::int64_t> picked() const;
    void request_pick(double x_pixels, double y_pixels);
    /// The same without delay, with camera and state of the last draw: for a mouse press, not for every frame. Needs the OpenGL context.
    std::optional<std::int64_t> pick(double x_pixels, double y_pixels, const Camera&, const SceneState&);

    /// The cell at a position along the axes of the tree (for boxes: of the picture), at an earlier draw; read asynchronously, like
    /// picked().
    std::optional<FoundCell> found_cell() const;
    void request_cell(const glm::vec3& position);
    bool finds_cell() const;  ///< found_cell() returns a cell, now or soon
    void forget_cell();       ///< call when the cells are of another tree

    /// How points are drawn. None: splats more than a million points; with software OpenGL on the host and from 100 000 on.
    void set_splat(std::optional<Splatting>);
    bool unfinished() const;  ///< whether points or cells are missing in the last frame: draw again
    PointDensity density() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// "llvmpipe (LLVM 15.0.6, 256 bits)", for the status bar and for choosing a software path.
std::string gl_renderer();
bool gl_is_software();

}  // namespace neighborscope::render
