// Cuts separated text at its records into pieces for parallel threads; gzip is unpacked during reading.
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

/// Where pieces begin (always at a record) and how many rows each can hold.
struct TextPieces {
    std::vector<const char*> begins;  ///< [pieces + 1]
    std::vector<std::size_t> most_rows;
};

/// Cuts the text after the header about every 512 KiB. An input Error with the line for a NUL byte. Of the progress only `stop` is read.
TextPieces cut(const InputFile&, const Layout&, const Progress&);

/// Separated text in gzip, unpacked piece by piece; a piece begins and ends with a record.
class PackedText {
public:
    /// `beginning` has only the unpacked beginning of the text; both arguments must outlive this.
    PackedText(const InputFile& beginning, const Layout&);

    struct Piece {
        std::unique_ptr<char[]> memory;
        std::size_t room = 0;
        std::unique_ptr<const InputFile> text;  ///< counts lines from the file's first
        std::size_t number = 0;                 ///< from 0
        std::size_t most_rows = 0;
    };
    /// Returns to the first record.
    void restart();
    /// Returns the next piece; null if there are no more. Errors of GzipStream. For one thread at a time; any thread may release a piece.
    std::shared_ptr<const Piece> next();
    /// Returns how many bytes of the packed file were read. May be called from any thread.
    double taken() const { return double(taken_); }
    /// Throws the Error of GzipStream if the file is damaged anywhere.
    void verify(const Progress& progress) { stream_.verify(progress); }

private:
    Piece take();
    void make_room(Piece&, std::size_t used, std::size_t room) const;
    const char* last_record(const char* begin, const char* end) const;

    const InputFile& file_;
    const Layout& layout_;
    GzipStream stream_;
    std::atomic<std::size_t> taken_{0};
    std::string carry_;  ///< the incomplete record at the end, for the next piece
    std::size_t lines_ = 0, number_ = 0;
    bool ended_ = false;
    std::mutex mutex_;
    std::vector<Piece> free_;
};

}  // namespace neighborscope::csv
