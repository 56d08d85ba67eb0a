#include "app/data/load/attributes.hpp"

#include "app/data/load/words.hpp"
#include "app/data/memory.hpp"
#include "app/data/parallel.hpp"
#include "gpu/error.hpp"

#include <limits>

namespace neighborscope {

AttributeCollector::AttributeCollector(const std::vector<AttributePlan>& plan, bool colours)
    : columns_(plan.size()), has_colours_(colours) {
    for (std::size_t i = 0; i < plan.size(); ++i) columns_[i].is_words = plan[i].words;
}

void AttributeCollector::begin_row() {
    ++rows_;
    for (Column& column : columns_) {
        if (column.is_words) column.word.push_back(-1);
        else column.numbers.push_back(std::numeric_limits<double>::quiet_NaN());
    }
    if (has_colours_) colours_.push_back(no_colour);
}

void AttributeCollector::word(std::size_t attribute, std::string_view text) {
    if (text.empty()) return;
    text = clean_word(text, scratch_);
    Column& column = columns_[attribute];
    auto found = column.find.find(text);
    if (found == column.find.end()) {
        found = column.find.emplace(std::string(text), std::int32_t(column.words.size())).first;
        column.words.emplace_back(text);
    }
    column.word.back() = found->second;
}

/// Appends the pieces one after the other, without the rows that were left out.
struct AttributeMerger {
    DataSet& data;
    std::vector<Attribute> attributes;
    std::vector<decltype(AttributeCollector::Column::find)> find;
    std::int64_t file_row = 0;
    std::size_t next = 0;  ///< in data.file_rows

    bool kept(std::int64_t row) {
        if (data.file_rows.empty()) return true;
        if (next == data.file_rows.size() || data.file_rows[next] != row) return false;
        ++next;
        return true;
    }

    void append(AttributeCollector& piece) {
        std::vector<std::size_t> rows;
        rows.reserve(std::size_t(piece.rows_));
        for (std::int64_t row = 0; row < piece.rows_; ++row)
            if (kept(file_row + row)) rows.push_back(std::size_t(row));
        file_row += piece.rows_;
        for (std::size_t a = 0; a < attributes.size(); ++a) {
            Attribute& all = attributes[a];
            AttributeCollector::Column& part = piece.columns_[a];
            if (!part.is_words) {
                for (const std::size_t row : rows) all.numbers.push_back(part.numbers[row]);
                continue;
            }
            std::vector<std::int32_t> renamed;
            renamed.reserve(part.words.size());
            for (std::string& word : part.words) {
                const auto [found, fresh] = find[a].emplace(word, std::int32_t(all.words.size()));
                if (fresh) all.words.push_back(std::move(word));
                renamed.push_back(found->second);
            }
            for (const std::size_t row : rows) all.word.push_back(part.word[row] < 0 ? -1 : renamed[std::size_t(part.word[row])]);
        }
        if (piece.has_colours_)
            for (const std::size_t row : rows) data.colours.push_back(piece.colours_[row]);
        piece = AttributeCollector({}, false);
    }
};

void collect_attributes(DataSet& data, const std::string& path, const std::vector<AttributePlan>& plan, bool colours, std::size_t pieces,
    const std::function<void(std::size_t piece, AttributeCollector&)>& read, const Progress& progress) {
    if (plan.empty() && !colours) return;
    double bytes = colours ? 8 : 0;  // each held twice while the pieces are joined
    for (const AttributePlan& attribute : plan) bytes += attribute.words ? 8 : 16;
    require_memory(bytes * double(data.count()), "reading the further columns of " + path, "read a part of the file");

    std::vector<AttributeCollector> collectors(pieces, AttributeCollector(plan, colours));
    const Progress quiet{{}, progress.stop};
    parallel_pieces(pieces, 0, quiet, [&](std::size_t piece) { read(piece, collectors[piece]); });

    AttributeMerger merger{data, {}, {}};
    merger.find.resize(plan.size());
    const std::size_t count = std::size_t(data.count());
    for (const AttributePlan& attribute : plan) {
        Attribute& made = merger.attributes.emplace_back();
        made.name = attribute.name;
        if (attribute.words) made.word.reserve(count);
        else made.numbers.reserve(count);
    }
    if (colours) data.colours.reserve(count);
    for (AttributeCollector& collector : collectors) {
        merger.append(collector);
        quiet.step(0, 0);
    }
    data.attributes = std::move(merger.attributes);
}

}  // namespace neighborscope
