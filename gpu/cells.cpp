#include "gpu/cells.hpp"

namespace neighborscope {

// All are defined in gpu/kernels/cells.cu, which is compiled once per device.
namespace host {
void describe_cells(const Tree&, std::array<int, 3> shown, Cell*);
CellCounts count_cells_on_device(const Tree&);
void add_work_on_device(const Tree&, const Points&, const QueryWork*, Cell*);
}  // namespace host
namespace cuda {
void describe_cells(const Tree&, std::array<int, 3> shown, Cell*);
CellCounts count_cells_on_device(const Tree&);
void add_work_on_device(const Tree&, const Points&, const QueryWork*, Cell*);
}  // namespace cuda

DeviceMemory cells_of(const Tree& tree, DeviceKind device, std::array<int, 3> shown) {
    DeviceMemory cells(device, std::size_t(tree.leaves) * sizeof(Cell), "the cells to draw");
    auto* to = static_cast<Cell*>(cells.data());
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (device == DeviceKind::cuda) {
        cuda::describe_cells(tree, shown, to);
        return cells;
    }
#endif
    host::describe_cells(tree, shown, to);
    return cells;
}

void add_work(const Tree& tree, const Points& queries, const QueryWork* work, DeviceKind device, Cell* cells) {
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (device == DeviceKind::cuda) return cuda::add_work_on_device(tree, queries, work, cells);
#endif
    (void)device;
    host::add_work_on_device(tree, queries, work, cells);
}

CellCounts count_cells(const Tree& tree, DeviceKind device) {
#ifdef NEIGHBORSCOPE_WITH_CUDA
    if (device == DeviceKind::cuda) return cuda::count_cells_on_device(tree);
#endif
    (void)device;
    return host::count_cells_on_device(tree);
}

}  // namespace neighborscope
