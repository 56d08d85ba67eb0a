// Colours the pixels that splatting filled, with their depths.
layout(location = 0) out vec4 result;

void main() {
    Pixel pixel = pixel_at(ivec2(gl_FragCoord.xy));
    if (is_empty(pixel)) discard;
    result = colour_of(pixel);
    gl_FragDepth = three_d == 0 ? 0.0 : uintBitsToFloat(pixel.depth);
}
