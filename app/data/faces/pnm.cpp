// Reads PBM, PGM and PPM. Specification: netpbm.sourceforge.net/doc/pnm.html and the pages of the three formats.
#include "app/data/faces/picture_format.hpp"

#include <algorithm>

namespace neighborscope::faces {
namespace {

struct PnmReading {
    const InputFile& file;
    std::size_t at = 2;

    bool at_end() const { return at >= file.size(); }
    void skip_space() {
        for (; !at_end(); ++at) {
            const char c = file.begin()[at];
            if (c == '#')
                while (!at_end() && file.begin()[at] != '\n') ++at;
            else if (c != ' ' && (c < '\t' || c > '\r')) return;
        }
    }
    /// Reads the next number; -1 if there is none.
    std::int64_t number() {
        skip_space();
        std::int64_t value = -1;
        for (; !at_end() && file.begin()[at] >= '0' && file.begin()[at] <= '9'; ++at)
            value = std::min<std::int64_t>(std::max<std::int64_t>(value, 0) * 10 + file.begin()[at] - '0', 1'000'000'000);
        return value;
    }
    /// P1 needs no space between its digits.
    int bit() {
        skip_space();
        return at_end() || (file.begin()[at] != '0' && file.begin()[at] != '1') ? -1 : file.begin()[at++] - '0';
    }
};

struct PnmHeader {
    PictureSize size;
    std::int64_t greatest = 1;
    int channels = 1;
    char kind = '5';
    bool text() const { return kind <= '3'; }
    bool bits() const { return kind == '1' || kind == '4'; }
};

PnmHeader pnm_header(PnmReading& reading, const PictureLimits& limits) {
    PnmHeader header;
    header.kind = reading.file.begin()[1];
    header.channels = header.kind == '3' || header.kind == '6' ? 3 : 1;
    const std::int64_t width = reading.number(), height = reading.number();
    if (!header.bits()) header.greatest = reading.number();
    if (width < 0 || height < 0 || header.greatest < 1 || header.greatest > 65535)
        refuse_picture(reading.file, "is a broken PNM picture: its header has no width, height and greatest value from 1 to 65535",
            "save it again, or leave it out");
    check_size(reading.file, double(width), double(height), limits);
    header.size = {int(width), int(height)};
    ++reading.at;  // one space ends the header
    return header;
}

[[noreturn]] void refuse_pnm_end(const InputFile& file) {
    refuse_picture(file, "is a broken PNM picture: it ends before its last pixel", "copy it again from where it came from");
}

}  // namespace

bool is_pnm(std::string_view first_bytes) {
    return first_bytes.size() > 2 && first_bytes[0] == 'P' && first_bytes[1] >= '1' && first_bytes[1] <= '6' &&
           (first_bytes[2] == '#' || first_bytes[2] == ' ' || (first_bytes[2] >= '\t' && first_bytes[2] <= '\r'));
}

PictureSize pnm_size(const InputFile& file, const PictureLimits& limits) {
    PnmReading reading{file};
    return pnm_header(reading, limits).size;
}

GreyPicture read_pnm(const InputFile& file, const PictureLimits& limits) {
    PnmReading reading{file};
    const PnmHeader header = pnm_header(reading, limits);
    const auto width = std::size_t(header.size.width), height = std::size_t(header.size.height), channels = std::size_t(header.channels);
    const std::size_t left = file.size() - std::min(file.size(), reading.at), value_bytes = header.greatest > 255 ? 2 : 1;
    const std::size_t row_bytes = header.bits() ? (width + 7) / 8 : width * channels * value_bytes;
    // A text needs at least one byte per value: checked before allocation.
    if ((header.text() ? width * channels : row_bytes) > left / height) refuse_pnm_end(file);
    GreyPicture picture{header.size, std::vector<float>(width * height)};
    const auto* bytes = reinterpret_cast<const unsigned char*>(file.begin()) + reading.at;
    const auto value = [&](std::size_t row, std::size_t i) -> std::int64_t {
        if (header.text()) {
            const std::int64_t read = header.bits() ? reading.bit() : reading.number();
            if (read < 0 && reading.at_end()) refuse_pnm_end(file);
            if (read < 0) refuse_picture(file, "is a broken PNM picture: something among its pixels is not a number", "save it again");
            return header.bits() ? 1 - read : read;
        }
        const unsigned char* first = bytes + row * row_bytes;
        if (header.bits()) return 1 - (first[i / 8] >> (7 - i % 8) & 1);
        return value_bytes == 1 ? first[i] : first[2 * i] << 8 | first[2 * i + 1];
    };
    for (std::size_t row = 0; row < height; ++row)
        for (std::size_t column = 0; column < width; ++column) {
            double channel[3];
            for (std::size_t c = 0; c < channels; ++c)
                channel[c] = double(std::min(value(row, column * channels + c), header.greatest)) / double(header.greatest);
            picture.grey[row * width + column] =
                float(channels == 1 ? channel[0] : 0.299 * channel[0] + 0.587 * channel[1] + 0.114 * channel[2]);
        }
    return picture;
}

}  // namespace neighborscope::faces
