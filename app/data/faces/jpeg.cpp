// Reads JPEG with libjpeg, whose errors return by longjmp (its manual libjpeg.txt, "Error handling"): functions called by Decoder::run own
// no resources.
#include "app/data/faces/picture_format.hpp"

#include <array>
#include <cctype>
#include <csetjmp>
#include <cstdio>

#include <jpeglib.h>

#include <jerror.h>

namespace neighborscope::faces {
namespace {

constexpr int most_scans = 500;  // a progressive picture has about ten; each takes a pass over all pixels

/// Whether a warning is for common output of cameras: extra bytes at the end of a scan, a last coefficient of 0, own version numbers. Extra
/// bytes in the middle of a scan are damage.
bool harmless(const jpeg_error_mgr& warning) {
    const bool in_a_scan = warning.msg_parm.i[1] >= 0xd0 && warning.msg_parm.i[1] <= 0xd7;
    return warning.msg_code == JWRN_ADOBE_XFORM || warning.msg_code == JWRN_JFIF_MAJOR || warning.msg_code == JWRN_NOT_SEQUENTIAL ||
           (warning.msg_code == JWRN_EXTRANEOUS_DATA && !in_a_scan);
}

struct Decoder {
    using Step = void (*)(Decoder&);

    Decoder(const InputFile& file, std::size_t bytes);
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    ~Decoder() { jpeg_destroy_decompress(&info); }

    /// Reads the header.
    void open();
    /// Throws the input Error of a damaged picture if `step` fails.
    void run(Step step) {
        if (!ended(step)) refuse_broken(file, why.data());
    }

    const InputFile& file;
    std::size_t bytes;
    jpeg_decompress_struct info{};
    jpeg_error_mgr errors{};
    jpeg_progress_mgr progress{};
    std::array<char, JMSG_LENGTH_MAX> why{};
    std::vector<unsigned char> row;

private:
    bool ended(Step);
    std::jmp_buf broken{};

    [[noreturn]] void leave() { std::longjmp(broken, 1); }
    static Decoder& of(j_common_ptr info) { return *static_cast<Decoder*>(info->client_data); }
    [[noreturn]] static void on_error(j_common_ptr info) {
        Decoder& decoder = of(info);
        auto& why = decoder.why;
        (*info->err->format_message)(info, why.data());
        if (std::islower(static_cast<unsigned char>(why[1]))) why[0] = char(std::tolower(static_cast<unsigned char>(why[0])));
        if (info->err->msg_code == JERR_NO_BACKING_STORE)
            std::snprintf(why.data(), why.size(), "its coefficients need more memory than its pixels");
        decoder.leave();
    }
    /// Warnings have level -1; other messages are informative.
    static void on_message(j_common_ptr info, int level) {
        if (level < 0 && !harmless(*info->err)) on_error(info);
    }
    static void on_progress(j_common_ptr info) {
        Decoder& decoder = of(info);
        if (decoder.info.input_scan_number <= most_scans) return;
        std::snprintf(decoder.why.data(), decoder.why.size(), "it has more than %d scans", most_scans);
        decoder.leave();
    }
};

bool Decoder::ended(Step step) {
    if (setjmp(broken) != 0) return false;  // NOLINT: libjpeg has no other way to return errors
    step(*this);
    return true;
}

Decoder::Decoder(const InputFile& file, std::size_t bytes) : file(file), bytes(bytes) {
    info.err = jpeg_std_error(&errors);
    errors.error_exit = on_error;
    errors.emit_message = on_message;
    progress.progress_monitor = on_progress;
    info.client_data = this;
}

void Decoder::open() {
    run([](Decoder& decoder) {
        jpeg_create_decompress(&decoder.info);  // keeps the two members set above
        decoder.info.progress = &decoder.progress;
        jpeg_mem_src(&decoder.info, reinterpret_cast<const unsigned char*>(decoder.file.begin()), decoder.bytes);
        jpeg_read_header(&decoder.info, TRUE);
    });
    if (info.arith_code) refuse_picture(file, "is a JPEG picture with arithmetic coding, which is not read", "save it as .png");
    if (info.num_components == 2 || info.num_components > 4)
        refuse_broken(file, "it has " + std::to_string(info.num_components) + " channels");
}

PictureSize size_of(const Decoder& decoder) { return {int(decoder.info.image_width), int(decoder.info.image_height)}; }

/// Converts CMYK to red, green and blue in the first three channels. Adobe's programs store inverted ink, others the ink itself.
void rgb_of_cmyk(std::vector<unsigned char>& row, bool missing) {
    for (std::size_t at = 0; at < row.size(); at += 4)
        for (std::size_t ink = 0; ink < 3; ++ink) {
            const int colour = row[at + ink], black = row[at + 3];
            row[at + ink] = static_cast<unsigned char>(((missing ? colour * black : (255 - colour) * (255 - black)) + 127) / 255);
        }
}

}  // namespace

PictureSize jpeg_size(const InputFile& file, std::size_t bytes) {
    Decoder decoder(file, bytes);
    decoder.open();
    return size_of(decoder);
}

PictureSize read_jpeg(const InputFile& file, std::size_t bytes, double memory, const PixelRow& take) {
    Decoder decoder(file, bytes);
    decoder.open();
    jpeg_decompress_struct& info = decoder.info;
    info.mem->max_memory_to_use = long(memory);
    info.dct_method = JDCT_ISLOW;
    info.out_color_space = info.num_components == 1 ? JCS_GRAYSCALE : info.num_components == 3 ? JCS_RGB : JCS_CMYK;
    decoder.run([](Decoder& started) { jpeg_start_decompress(&started.info); });
    const auto channels = std::size_t(info.output_components);
    decoder.row.resize(std::size_t(info.output_width) * channels);
    while (info.output_scanline < info.output_height) {
        decoder.run([](Decoder& started) {
            JSAMPROW row = started.row.data();
            jpeg_read_scanlines(&started.info, &row, 1);
        });
        if (channels == 4) rgb_of_cmyk(decoder.row, info.saw_Adobe_marker);
        take(decoder.row.data(), info.output_width, int(channels));
    }
    const PictureSize size = size_of(decoder);
    decoder.run([](Decoder& started) { jpeg_finish_decompress(&started.info); });
    return size;
}

}  // namespace neighborscope::faces
