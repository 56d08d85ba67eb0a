// Separated text cut at its records into pieces that threads read side by side; what is in gzip is unpacked on the way.
#pragma once
#include "app/data/load/csv/csv_layout.hpp"
#include "app/data/load/inflate_stream.hpp"
#include "gpu/progress.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace neighborscope::csv {

/// Where pieces begin (always a record) and how many rows each can hold.
struct TextPieces {
    std::vector<const char*> begins;  ///< [pieces + 1]
    std::vector<std::size_t> most_rows;
};

/// Cuts what follows the header every 512 KiB or so. An input Error with the line for a NUL byte. Of the progress only `stop` is
/// looked at.
TextPieces cut(const InputFile&, const Layout&, const Progress&);

/// Separated text in gzip, unpacked a piece at a time; a piece begins and ends with a record.
class PackedText {
public:
    /// `beginning`: of which only the beginning was unpacked, and its layout; both must outlive this.
    PackedText(const InputFile& beginning, const Layout&);

    struct Piece {
        std::unique_ptr<char[]> memory;
        std::size_t room = 0;
        std::unique_ptr<const InputFile> text;  ///< knows its lines
        std::size_t number = 0;                 ///< from 0
        std::size_t most_rows = 0;
    };
    /// Goes back to the first record.
    void restart();
    /// The next piece; null when there are no more. Errors of GzipStream. One thread at a time; pieces are given back by any.
    std::shared_ptr<const Piece> next();
    /// Bytes of the packed file that were read. From any thread.
    double taken() const { return double(taken_); }
    /// Throws the Error of GzipStream when the file is damaged anywhere.
    void verify(const Progress& progress) { stream_.verify(progress); }

private:
    Piece take();
    void make_room(Piece&, std::size_t used, std::size_t room) const;
    const char* last_record(const char* begin, const char* end) const;

    const InputFile& file_;
    const Layout& layout_;
    GzipStream stream_;
    std::atomic<std::size_t> taken_{0};
    std::string carry_;  ///< the beginning of a record, of the next piece
    std::size_t lines_ = 0, number_ = 0;
    bool ended_ = false;
    std::mutex mutex_;
    std::vector<Piece> free_;
};

}  // namespace neighborscope::csv
