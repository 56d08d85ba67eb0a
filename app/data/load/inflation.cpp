#include "app/data/load/inflation.hpp"

#include <algorithm>
#include <cstdint>

#include <isa-l/igzip_lib.h>

namespace neighborscope {
namespace {

constexpr std::size_t most_at_once = 1 << 30;  // ISA-L counts in 32 bits

std::uint32_t check_of(Inflation::Wrapper wrapper) {
    switch (wrapper) {
        case Inflation::Wrapper::zlib: return ISAL_ZLIB;
        case Inflation::Wrapper::gzip: return ISAL_GZIP;
        case Inflation::Wrapper::none: break;
    }
    return ISAL_DEFLATE;
}

}  // namespace

Inflation::Inflation(Wrapper wrapper, std::string_view packed) : stream_(std::make_unique<inflate_state>()), packed_(packed) {
    isal_inflate_init(stream_.get());
    stream_->crc_flag = check_of(wrapper);
}

Inflation::~Inflation() = default;

std::size_t Inflation::read(char* out, std::size_t room) {
    std::size_t written = 0;
    while (state_ == State::going && written < room) {
        const std::size_t in = std::min(packed_.size() - taken_, most_at_once), step = std::min(room - written, most_at_once);
        stream_->next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(packed_.data() + taken_));
        stream_->avail_in = std::uint32_t(in);
        stream_->next_out = reinterpret_cast<std::uint8_t*>(out + written);
        stream_->avail_out = std::uint32_t(step);
        const int result = isal_inflate(stream_.get());
        // It may give back bytes of the call before, and counts below 0 what a cut stream should still have.
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

bool Inflation::ended() {
    char beyond = 0;
    return read(&beyond, 1) == 0 && state_ == State::ended;
}

}  // namespace neighborscope
