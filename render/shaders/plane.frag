// Colours each cell by its class, paler where votes are divided. Cells beside another class form the border.
layout(binding = 0) uniform usampler2D cells;                       // class + 1 in the low 24 bits, 0: none; the winner's share above
layout(std430, binding = 5) readonly buffer Colours { uint colours[]; };  // of classes
layout(location = 1) uniform vec4 line;                             // of a border, with its opacity
layout(location = 2) uniform vec2 opacity;                          // if votes are divided evenly, and if all are for the class
in vec2 at;
layout(location = 0) out vec4 result;

uint class_at(ivec2 cell) { return texelFetch(cells, cell, 0).x & 0xffffffu; }

void main() {
    ivec2 size = textureSize(cells, 0), cell = clamp(ivec2(at * vec2(size)), ivec2(0), size - 1);
    uint of = class_at(cell);
    if (of == 0u || of > uint(colours.length())) discard;
    bool border = cell.x + 1 < size.x && class_at(cell + ivec2(1, 0)) != of || cell.y + 1 < size.y && class_at(cell + ivec2(0, 1)) != of;
    float sure = clamp(2.0 * float(texelFetch(cells, cell, 0).x >> 24) / 255.0 - 1.0, 0.0, 1.0);
    result = border ? line : vec4(unpackUnorm4x8(colours[of - 1u]).rgb, mix(opacity.x, opacity.y, sure));
}
