// The people on the pictures of a folder, from the names of the files.
#pragma once
#include <string>
#include <vector>

namespace neighborscope::faces {

struct NamedPeople {
    std::vector<std::string> person;  ///< [files]; "" where the name only counts pictures or gives a date: IMG_0001.jpg
    std::string rule;                 ///< "the file names up to the last '_'"; "" where nobody is named
};

/// Names are file names without folders, with their extension. A name is cut into parts at blanks and at _ - . , ( ) [ ]. A person is the
/// first part and the words that follow it (George_W_Bush_0001, subject01.happy, 00001_930831_fa), without variants. Variants are: parts
/// with a digit; words for an expression, a pose or light; words with small letters that no word with a capital follows, where most names have
/// variants and most of these words stand behind several first parts (boland_up, cheyer_up; not Osama_bin_Laden). A first part that has a digit is the person alone. Of a name with a single part the number at its
/// end is cut off (eve07). Two things are decided for the folder as a whole:
/// a number belongs to the name where there are at least as many numbers as names and several pictures have each number
/// (m-001-01 and w-001-01 are m-001 and w-001);
/// a name ends behind its first number where whole first parts would leave most people a single picture, and this gives most of them
/// several (i000qa-fn, i000qb-fn: i000).
NamedPeople people_of_names(const std::vector<std::string>& names);

}  // namespace neighborscope::faces
