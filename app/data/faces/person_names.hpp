// Derives the people in a folder of pictures from the file names.
#pragma once
#include <string>
#include <vector>

namespace neighborscope::faces {

struct NamedPeople {
    std::vector<std::string> person;  ///< [files]; "" if the name has only a number or a date: IMG_0001.jpg
    std::string rule;                 ///< "the file names up to the last '_'"; "" if no name has a person
};

/// Names are file names without folders, with their extension. A name is cut into parts at blanks and at _ - . , ( ) [ ]. A person is the
/// first part and the words that follow it (George_W_Bush_0001, subject01.happy, 00001_930831_fa), without variants. Variants are: parts
/// with a digit; words for an expression, a pose or light; words in lower case that no capitalised word follows, if most names have
/// variants and most of these words follow several first parts (boland_up, cheyer_up; not Osama_bin_Laden). A first part with a digit is
/// the whole person. From a name with a single part the final number is removed (eve07). Two rules apply to the folder as a whole:
///  a number belongs to the name if there are at least as many numbers as names and each number has several pictures (m-001-01 and w-001-01
/// are m-001 and w-001);
///  a name ends after its first number if whole first parts would leave most people with a single picture, and this rule gives most of them
/// several (i000qa-fn, i000qb-fn: i000).
NamedPeople people_of_names(const std::vector<std::string>& names);

}  // namespace neighborscope::faces
