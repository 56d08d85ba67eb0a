// The same without depths, for 2-D: in a compute shader, because some GPUs rasterise slowly. Writes every pixel.
layout(local_size_x = 32, local_size_y = 8) in;
layout(binding = 0, rgba8) uniform writeonly image2D picture;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, image_size))) return;
    Pixel pixel = pixel_at(at);
    imageStore(picture, at, is_empty(pixel) ? vec4(0.0) : colour_of(pixel));
}
