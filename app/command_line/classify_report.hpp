// The result of `classify` as text, as JSON and as a table.
#pragma once
#include "app/command_line/json_parts.hpp"
#include "app/data/classify/classes.hpp"
#include "app/data/classify/labelling.hpp"

#include <map>

namespace neighborscope::shell {

struct ClassifyReport {
    DataSet training, test;  ///< `test` is empty if each row of the training set is classified by all others
    bool leave_one_out = false;
    Classes classes;
    bool standardised = false;
    int constant = 0;  ///< number of features with a constant value, if standardised

    const Method* method = nullptr;
    Options options;
    std::map<std::string, std::string> chosen;  ///< those that were chosen
    DeviceInfo device;
    Metric metric = Metric::euclidean;
    Voting voting = Voting::majority;

    std::vector<int> ks;                ///< ascending
    std::vector<std::int64_t> correct;  ///< [ks]; empty if the classified rows have no labels
    int k = 1;                          ///< which of `ks` the rest is for: the smallest of the best
    Predictions predictions;
    std::vector<Confusion> confusion;  ///< empty without labels
    std::vector<PhaseTime> phases;     ///< the method's, then "T3 labels"

    const DataSet& asked() const { return leave_one_out ? training : test; }
    bool judged() const { return !classes.of_test.empty(); }
};

std::string text_of(const ClassifyReport&);
Json json_of(const ClassifyReport&);
/// Returns row,predicted,share and, with labels, label: one line per row, numbered as in its file from 0.
std::string predictions_csv(const ClassifyReport&);

}  // namespace neighborscope::shell
