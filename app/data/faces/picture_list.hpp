// Pictures that a table names, and how many pictures are read at once. Used within this folder.
#pragma once
#include "app/data/faces/gallery.hpp"

#include <functional>

namespace neighborscope::faces {

struct ListedPicture {
    std::string file;                   ///< as the table has it
    std::optional<std::string> person;  ///< none: the line names the file alone
    int line = 0;                       ///< from 1
};

/// "file,person" a line; tab and semicolon will do, a field may stand in quotes, empty lines are passed over. Input Error: a quote stays open.
std::vector<ListedPicture> pictures_listed(const std::string& path);

/// "2 pictures that labels.csv names are not there: eve.png, ..."; "" where none is missing.
std::string missing_pictures_text(const std::vector<std::string>& missing, const std::string& table);

/// GalleryOptions::labels where it is not empty, else the folder's own table; "" without one.
std::string labels_file_of(const std::string& folder, const std::string& named);
/// Sets who is on the files of the gallery, and the notes of it. Input Errors: the table ("": none) has a line without
/// a person, gives a picture two, or names none of the files.
void name_people(Gallery&, const std::string& labels_file);

/// "624 pictures of 64 x 60".
std::string pictures_text(std::size_t count, PictureSize);

struct PictureConsumer {
    std::function<void()> begin;                                                 ///< the gallery's size is known now
    std::function<void(std::size_t file, const std::vector<float>& grey)> take;  ///< [pixels], from several threads
};

/// Decides on Gallery::size (`size`, else that of all pictures, else 64 x 64), then reads the files, those that are not absolute from the
/// folder. Returns what is wrong with each, "" where nothing is.
std::vector<std::string> read_pictures(Gallery&, const std::string& folder, const std::vector<std::string>& files,
    std::optional<PictureSize> size, const Progress&, const PictureConsumer&);

}  // namespace neighborscope::faces
