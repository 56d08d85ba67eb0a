#include "app/data/load/plain_text.hpp"

#include <algorithm>
#include <cstdint>

namespace neighborscope {
namespace {

/// Bytes of the UTF-8 character at `p`, 0 when there is none.
std::size_t utf8_length(const char* p, const char* end) {
    const auto byte = [&](std::size_t i) { return std::uint32_t(static_cast<unsigned char>(p[i])); };
    const std::size_t length = byte(0) < 0x80 ? 1 : byte(0) >> 5 == 6 ? 2 : byte(0) >> 4 == 14 ? 3 : byte(0) >> 3 == 30 ? 4 : 0;
    if (length < 2 || std::size_t(end - p) < length) return length == 1;
    std::uint32_t code = byte(0) & (0x7f >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (byte(i) >> 6 != 2) return 0;
        code = code << 6 | (byte(i) & 63);
    }
    const std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return code >= least[length] && code <= 0x10ffff && !surrogate ? length : 0;
}

void make_name(std::string& name, std::size_t number) { name = name.empty() ? std::to_string(number) : plain_text(std::move(name)); }

}  // namespace

std::string plain_text(std::string text) {
    const char* end = text.data() + text.size();
    for (char* p = text.data(); p < end;) {
        const std::size_t length = utf8_length(p, end);
        const bool control = length == 1 && (static_cast<unsigned char>(*p) < 32 || *p == 127);
        if (length == 0 || control) *p = '?';
        p += std::max<std::size_t>(1, length);
    }
    return text;
}

DataSet read_plainly(const Reader& reader, const InputFile& file, const ReadOptions& options, const Progress& progress) {
    DataSet data = with_plain_errors([&] { return reader.read(file, options, progress); });
    for (std::size_t i = 0; i < data.axes.size(); ++i) make_name(data.axes[i], i + 1);
    for (std::size_t i = 0; i < data.quantities.size(); ++i) make_name(data.quantities[i].name, i + 1);
    return data;
}

}  // namespace neighborscope
