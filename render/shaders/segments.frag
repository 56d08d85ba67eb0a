in float across;
flat in float half_width;
flat in vec4 colour;
layout(location = 0) out vec4 result;

void main() {
    float alpha = clamp(half_width + 0.5 - abs(across), 0.0, 1.0);
    result = vec4(colour.rgb, colour.a * alpha);
}
