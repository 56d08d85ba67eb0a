// Reads tables that name pictures, and reads many pictures in parallel. Used within this folder.
#pragma once
#include "app/data/faces/gallery.hpp"

#include <functional>

namespace neighborscope::faces {

struct ListedPicture {
    std::string file;                   ///< as in the table
    std::optional<std::string> person;  ///< none: the line has only the file
    int line = 0;                       ///< from 1
};

/// Reads "file,person" lines. Tab and semicolon also separate, fields may be quoted; skips empty lines. Input Error: an unclosed quote.
std::vector<ListedPicture> pictures_listed(const std::string& path);

/// "2 pictures that labels.csv names are not there: eve.png, ..."; "" if none is missing.
std::string missing_pictures_text(const std::vector<std::string>& missing, const std::string& table);

/// Returns GalleryOptions::labels if not empty, else the folder's own table; "" if there is none.
std::string labels_file_of(const std::string& folder, const std::string& named);
/// Sets the person of each of the gallery's files, and its notes. Input Errors: the table ("": none) has a line without a person, two
/// people for one picture, or none of the files.
void name_people(Gallery&, const std::string& labels_file);

/// "624 pictures of 64 x 60".
std::string pictures_text(std::size_t count, PictureSize);

struct PictureConsumer {
    std::function<void()> begin;                                                 ///< called once the gallery's size is known
    std::function<void(std::size_t file, const std::vector<float>& grey)> take;  ///< [pixels], called from several threads
};

/// Sets Gallery::size (`size`, else that of all pictures, else 64 x 64), then reads the files; relative paths start at the folder. Returns
/// the error of each file, "" if there is none.
std::vector<std::string> read_pictures(Gallery&, const std::string& folder, const std::vector<std::string>& files,
    std::optional<PictureSize> size, const Progress&, const PictureConsumer&);

}  // namespace neighborscope::faces
