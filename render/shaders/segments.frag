in float across;
flat in float half_width;
flat in vec4 colour;
in float along_line, strength;
flat in float dot_size;
layout(location = 0) out vec4 result;

void main() {
    float alpha = clamp(half_width + 0.5 - abs(across), 0.0, 1.0);
    if (along_line >= 0.0) {  // round dots, five diameters apart
        float period = 10.0 * dot_size, from_dot = mod(along_line, period) - 0.5 * period;
        alpha = clamp(dot_size + 0.5 - length(vec2(from_dot, across)), 0.0, 1.0);
    }
    result = vec4(colour.rgb, colour.a * strength * alpha);
}
