#include "app/data/load/inflate_stream.hpp"

#include "app/data/load/input_file.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <cstdint>

#include <isa-l/igzip_lib.h>

namespace neighborscope {
namespace {

constexpr std::size_t most_at_once = 1 << 30;  // ISA-L counts in 32 bits
constexpr std::size_t memory_kept = 1 << 20;   // packed bytes that stay in memory after reading

std::uint32_t check_of(InflateStream::Wrapper wrapper) {
    switch (wrapper) {
        case InflateStream::Wrapper::zlib: return ISAL_ZLIB;
        case InflateStream::Wrapper::gzip: return ISAL_GZIP;
        case InflateStream::Wrapper::none: break;
    }
    return ISAL_DEFLATE;
}

}  // namespace

InflateStream::InflateStream(Wrapper wrapper, std::string_view packed) : stream_(std::make_unique<inflate_state>()), packed_(packed) {
    isal_inflate_init(stream_.get());
    stream_->crc_flag = check_of(wrapper);
}

InflateStream::InflateStream(const InflateStream& other)
    : stream_(std::make_unique<inflate_state>(*other.stream_)), packed_(other.packed_), taken_(other.taken_), state_(other.state_) {}

InflateStream::~InflateStream() = default;

std::size_t InflateStream::read(char* out, std::size_t room) {
    std::size_t written = 0;
    while (state_ == State::going && written < room) {
        const std::size_t in = std::min(packed_.size() - taken_, most_at_once), step = std::min(room - written, most_at_once);
        stream_->next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(packed_.data() + taken_));
        stream_->avail_in = std::uint32_t(in);
        stream_->next_out = reinterpret_cast<std::uint8_t*>(out + written);
        stream_->avail_out = std::uint32_t(step);
        const int result = isal_inflate(stream_.get());
        // It may return bytes of the previous call, and counts below 0 the missing bytes of a cut stream.
        const std::int64_t left = std::int32_t(stream_->avail_in), taken = std::int64_t(in) - left;
        const std::size_t unpacked = step - stream_->avail_out;
        taken_ = std::size_t(std::clamp<std::int64_t>(std::int64_t(taken_) + taken, 0, std::int64_t(packed_.size())));
        written += unpacked;
        if (result != ISAL_DECOMP_OK) state_ = State::damaged;
        else if (left < 0) state_ = State::cut;
        else if (stream_->block_state == ISAL_BLOCK_FINISH) state_ = State::ended;
        else if (taken == 0 && unpacked == 0) state_ = State::cut;
    }
    return written;
}

bool InflateStream::ended() {
    char beyond = 0;
    return read(&beyond, 1) == 0 && state_ == State::ended;
}

GzipStream::GzipStream(const InputFile& file) : file_(file), packed_(file.packed()) { restart(); }

void GzipStream::restart(std::size_t to) {
    released_ = 0;
    start_member(0);
    skip(to);
}

void GzipStream::verify(const Progress& progress) {
    restart();
    skip(~std::uint64_t(0), progress);
}

std::uint64_t GzipStream::skip(std::uint64_t bytes, const Progress& progress) {
    constexpr std::uint64_t tile = 512 << 10;
    std::string passed_over(std::min(bytes, tile), '\0');
    for (std::uint64_t skipped = 0; skipped < bytes;) {
        progress.step(double(taken()), double(packed()));
        const std::size_t wanted = std::min(bytes - skipped, tile), here = read(passed_over.data(), wanted);
        skipped += here;
        if (here < wanted) return skipped;
    }
    return bytes;
}

void GzipStream::start_member(std::size_t at) {
    member_at_ = at;
    member_.emplace(InflateStream::Wrapper::gzip, packed_.substr(at));
}

std::size_t GzipStream::taken() const { return member_at_ + member_->taken(); }

std::size_t GzipStream::read(char* out, std::size_t room) {
    const auto refuse = [&](const char* what) {
        throw Error(Failure::input, file_.on_disk() + ", byte " + std::to_string(taken()) + ": the gzip file " + what,
            "download or copy it again; gzip -t tests a file");
    };
    std::size_t written = 0;
    while (true) {
        written += member_->read(out + written, room - written);
        if (const std::size_t now = taken(); now - released_ >= memory_kept) {
            file_.release_pages(packed_.data() + released_, packed_.data() + now);
            released_ = now / memory_kept * memory_kept;
        }
        switch (member_->state()) {
            case InflateStream::State::going: return written;
            case InflateStream::State::damaged: refuse("is damaged"); break;
            case InflateStream::State::cut: refuse("ends too early"); break;
            case InflateStream::State::ended: break;
        }
        // Tapes and some writers pad with zeros, which are not data.
        if (written == room || taken() == packed_.size() || packed_[taken()] == 0) return written;
        if (!packed_.substr(taken()).starts_with("\x1f\x8b"))
            throw Error(Failure::input,
                file_.on_disk() + ": after the end of the compressed data at byte " + std::to_string(taken()) + " come " +
                    std::to_string(packed_.size() - taken()) + " bytes that are not gzip",
                "cut them off: head -c " + std::to_string(taken()) + " FILE > NEW.gz");
        start_member(taken());
    }
}

}  // namespace neighborscope
