// The data and the methods that can search them, as panels show them.
#pragma once
#include "gpu/knn.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace neighborscope {

struct DataFacts {
    std::string name, summary, credit;                       ///< "earthquakes", "1 707 points, 2-D", "U.S. Geological Survey, ..."
    std::string why, first_method;                           ///< of a sample: why it is interesting, and a method to begin with; else ""
    std::vector<std::pair<std::string, std::string>> facts;  ///< points, columns, extent, format
    std::string sample;                                      ///< sample_text
    std::vector<std::string> losses;                         ///< neighborscope::losses
    std::string rounding;                                    ///< neighborscope::rounding_text
    std::string distance_unit, distance_note;                ///< neighborscope::distance_unit and distance_note
    bool distances_doubtful = false;                         ///< neighborscope::distances_doubtful
    bool offers_metres = false;                              ///< longitude and latitude can be converted to metres, or are
    std::vector<double> low, high;                           ///< bounding box in true coordinates along the axes of the picture
    int dimension = 0;
    std::int64_t count = 0;
    bool loaded = false;
    bool has_columns = false;  ///< the user can choose columns of the file (preview_table)
    bool has_network = false;
    std::string filter;                          ///< neighborscope::filter_text; "": all rows are allowed
    std::vector<std::string> condition_columns;  ///< neighborscope::condition_columns
    std::vector<std::string> classes;            ///< of the label, if they are words and not many
    std::int64_t allowed = 0;                    ///< with a filter: rows that a search may return
    std::int64_t searched() const { return filter.empty() ? count : allowed; }
    bool allows_none() const { return !filter.empty() && allowed == 0; }
    /// Of an index of another library: the title of the method `own`, "hnsw.faiss: HNSW, M = 6", and its only option, "ef"; else "".
    std::string own_title, own_option, own_citation;
    std::string own_codes;               ///< of one whose points are decoded from codes that lose digits: their name; else ""
    bool own_compares_all = false;       ///< it has neither links nor lists: every row is compared, and none is missed
    int own_setting = 0;                 ///< the value of that option where it is automatic
    std::int64_t own_most = 0;           ///< its largest value with an effect: all rows, or all lists
    bool own_has_ids = false;            ///< the index gives its rows ids
    std::vector<OptionSpec> parameters;  ///< of generated data: what can be adjusted; given_parameters() has the values
};

struct MethodEntry {
    const Method* method = nullptr;
    std::optional<std::string> refusal;  ///< why it cannot be chosen, shown beside its name
    bool operator==(const MethodEntry&) const = default;
};

}  // namespace neighborscope
