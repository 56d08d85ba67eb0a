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

AttributeJoin::AttributeJoin(std::vector<AttributePlan> plan, bool colours, std::size_t rows, const std::vector<std::int64_t>& kept)
    : plan_(std::move(plan)), colours_(colours), kept_(kept), find_(plan_.size()) {
    for (const AttributePlan& attribute : plan_) {
        Attribute& made = attributes_.emplace_back();
        made.name = attribute.name;
        if (attribute.words) made.word.reserve(rows);
        else made.numbers.reserve(rows);
    }
    if (colours) rgba_.reserve(rows);
}

bool AttributeJoin::has(std::size_t piece) const {
    const std::lock_guard lock(mutex_);
    return there_.contains(piece);
}

void AttributeJoin::add(std::size_t piece, AttributeCollector collector, const std::vector<std::int64_t>& left_out) {
    const std::lock_guard lock(mutex_);
    there_.insert(piece);
    waiting_.emplace(piece, Waiting{std::move(collector), left_out});
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_; first = waiting_.erase(first), ++next_)
        append(first->second);
}

std::vector<std::size_t> AttributeJoin::kept_rows(const Waiting& waiting) {
    std::vector<std::size_t> rows;
    rows.reserve(std::size_t(waiting.piece.rows_));
    auto out = waiting.left_out.begin();
    for (std::int64_t row = 0; row < waiting.piece.rows_; ++row) {
        if (out != waiting.left_out.end() && *out == row) {
            ++out;
        } else if (kept_.empty()) {
            rows.push_back(std::size_t(row));
        } else if (next_kept_ < kept_.size() && kept_[next_kept_] == file_row_ + row) {
            ++next_kept_;
            rows.push_back(std::size_t(row));
        }
    }
    file_row_ += waiting.piece.rows_;
    return rows;
}

void AttributeJoin::append(const Waiting& waiting) {
    const std::vector<std::size_t> rows = kept_rows(waiting);
    for (std::size_t a = 0; a < attributes_.size(); ++a) {
        Attribute& all = attributes_[a];
        const AttributeCollector::Column& part = waiting.piece.columns_[a];
        if (!part.is_words) {
            for (const std::size_t row : rows) all.numbers.push_back(part.numbers[row]);
            continue;
        }
        std::vector<std::int32_t> renamed;
        renamed.reserve(part.words.size());
        for (const std::string& word : part.words) {
            const auto [found, fresh] = find_[a].emplace(word, std::int32_t(all.words.size()));
            if (fresh) all.words.push_back(word);
            renamed.push_back(found->second);
        }
        for (const std::size_t row : rows) all.word.push_back(part.word[row] < 0 ? -1 : renamed[std::size_t(part.word[row])]);
    }
    if (colours_)
        for (const std::size_t row : rows) rgba_.push_back(waiting.piece.colours_[row]);
}

void AttributeJoin::give(DataSet& data) {
    data.attributes = std::move(attributes_);
    if (colours_) data.colours = std::move(rgba_);
}

double attribute_bytes(const std::vector<AttributePlan>& plan, bool colours) {
    double bytes = colours ? 4 : 0;
    for (const AttributePlan& attribute : plan) bytes += attribute.words ? 4 : 8;
    return bytes;
}

void collect_attributes(DataSet& data, const std::string& path, const std::vector<AttributePlan>& plan, bool colours, std::size_t pieces,
    const std::function<void(std::size_t piece, AttributeCollector&)>& read, const Progress& progress) {
    if (plan.empty() && !colours) return;
    require_memory(
        attribute_bytes(plan, colours) * double(data.count()), "reading the further columns of " + path, "read a part of the file");
    AttributeJoin join(plan, colours, std::size_t(data.count()), data.file_rows);
    parallel_pieces(pieces, 0, Progress{{}, progress.stop}, [&](std::size_t piece) {
        AttributeCollector collector = join.collector();
        read(piece, collector);
        join.add(piece, std::move(collector), {});
    });
    join.give(data);
}

}  // namespace neighborscope
