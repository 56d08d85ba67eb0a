// Draws large clouds without the rasteriser: each point writes its row into a few pixels, which are coloured later. A compute shader does
// it; with software OpenGL all processor cores do, which is many times faster than its rasteriser. Internal to render.
#pragma once
#include "render/frame.hpp"
#include "render/program.hpp"

namespace neighborscope::render {

/// What points write into a pixel; rows of pixels from the lowest up; as in pixels.glsl.
struct alignas(16) Pixel {
    std::uint64_t nearest = ~std::uint64_t(0);  ///< depth above row: of the nearest point; ties: the smallest row
    std::uint32_t points = 0;                   ///< whose centre lies here
    std::uint32_t unused = 0;
};

/// Numbers of points in a picture.
struct PointTotals {
    std::uint32_t most = 0;  ///< in one pixel
    std::uint32_t seen = 0;  ///< in all pixels
};

/// Splats every `stride`-th row of float[count][3], from `first` on, into width * height pixels, on all processors.
void splat_on_host(const float* positions, std::int64_t count, std::int64_t first, std::int64_t stride, const FrameBlock&, bool dense,
    Pixel* pixels, int width, int height, PointTotals&);

class Splat {
public:
    Splat(bool on_host, Programs&);
    ~Splat();
    Splat(const Splat&) = delete;
    Splat& operator=(const Splat&) = delete;

    /// Begins a picture without points, in device pixels.
    void begin(int width, int height);
    /// Splats the missing points, all of them or for about `milliseconds`, with the bound frame block. Returns whether all are done.
    bool add(const Buffer& positions, std::int64_t count, const FrameBlock&, bool dense, double milliseconds);
    /// Writes the colours of pixels into the bound framebuffer, premultiplied, with depths. `colours` as in Extras, or null.
    void resolve(const Buffer& positions, const Buffer* colours, bool dense, unsigned empty_array);
    /// The same on a GPU into an RGBA8 texture of that size, without depths.
    void resolve_into(unsigned texture, const Buffer& positions, const Buffer* colours, bool dense);
    /// Totals of the added points; the last known ones while a GPU is still counting.
    PointTotals totals();
    bool counting() const { return totals_wanted_; }  ///< at the last call of totals()

    const Buffer& pixels() const { return pixels_; }
    int width() const { return width_; }
    int height() const { return height_; }

private:
    void add_on_host(const Buffer& positions, std::int64_t count, const FrameBlock&, bool dense, double milliseconds);
    void add_on_gpu(const Buffer& positions, std::int64_t count, bool three_d, bool dense);
    void bind(const Program&, const Buffer& positions, const Buffer* colours, bool dense);
    void set_fence();
    void wait_for_fence();

    bool on_host_;
    Program clear_, splat_, totals_of_, resolve_, resolve_flat_;
    Buffer pixels_;         // with one more at the end: most points in `row`, points seen in `depth`
    Buffer totals_read_;    // a copy of these totals for the host: mapping a large buffer would copy all of it
    unsigned texture_ = 0;  // of the pixels
    PointTotals totals_;
    int width_ = 0, height_ = 0;
    std::int64_t slices_done_ = 0, slices_ = 1;
    void* fence_ = nullptr;  // GLsync: of reads of pixels or writes of totals
    bool totals_wanted_ = false;
};

}  // namespace neighborscope::render
