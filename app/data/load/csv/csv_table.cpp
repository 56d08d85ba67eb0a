#include "app/data/load/csv/csv_table.hpp"

#include "app/data/files/memory.hpp"
#include "app/data/files/parallel.hpp"
#include "app/data/load/assemble.hpp"
#include "app/data/load/columns.hpp"
#include "app/data/load/csv/csv_parser.hpp"
#include "app/data/load/csv/csv_pieces.hpp"
#include "app/data/load/quantities.hpp"
#include "gpu/error.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

namespace neighborscope::csv {
namespace {

/// The axes of a column with several numbers per field: longitude and latitude if the field says so.
std::vector<std::string> axes_of_parts(const Layout& layout, int column) {
    const ColumnFacts& facts = layout.facts[std::size_t(column)];
    std::vector<std::string> axes = plain_axes(facts.parts);
    const std::string name = plain_name(layout.name_of(column));
    const auto place = [&](std::string_view word) { return name.find(word); };
    const std::size_t longitude = std::min(place("lon"), place("lng")), latitude = place("lat");
    const bool both = longitude != std::string::npos && latitude != std::string::npos;
    if (facts.parts > 1 && (facts.degrees || both)) {
        // WKT has longitude first, whatever the column's name is.
        const bool swapped = both && latitude < longitude && facts.form == FieldForm::vector;
        axes[0] = swapped ? "lat" : "lon";
        axes[1] = swapped ? "lon" : "lat";
    }
    return axes;
}

std::vector<std::string> axes_of(const Layout& layout, const TablePlan& plan, bool chosen) {
    std::vector<std::string> axes, plain = plain_axes(int(plan.coordinates.size()));
    // A chosen column without a name keeps its number for --columns.
    const std::vector<std::string> numbers = plain_axes(layout.columns);
    for (std::size_t i = 0; i < plan.coordinates.size(); ++i) {
        const std::size_t column = std::size_t(plan.coordinates[i]);
        if (layout.facts[column].parts > 0) {
            for (const std::string& axis : axes_of_parts(layout, int(column)))
                axes.push_back(plan.coordinates.size() > 1 ? layout.name_of(int(column)) + " " + axis : axis);
        } else if (layout.names.empty() || layout.dialect.numbers_after_word) {
            axes.push_back(chosen ? numbers[column] : plain[i]);
        } else {
            axes.push_back(layout.names[column].empty() ? std::to_string(column + 1) : layout.names[column]);
        }
    }
    return axes;
}

std::size_t dimension_of(const Layout& layout, const TablePlan& plan) {
    std::size_t dimension = 0;
    for (const int column : plan.coordinates) dimension += layout.width_of(column);
    return dimension;
}

/// Reads a table from the file's bytes, or while unpacking them.
class TableReader {
public:
    TableReader(const InputFile& file, const Layout& layout, const TablePlan& plan, const ReadOptions& options, const Progress& progress)
        : file_(file), layout_(layout), plan_(plan), options_(options), progress_(progress), found_text_(plan.quantities.size()) {
        for (const TablePlan::QuantityColumn& further : plan.quantities)
            quantities_.push_back(empty_quantity(layout.name_of(further.column), further.words));
        if (!plan.colours.empty()) quantities_.push_back(empty_colours());
    }

    DataSet read() {
        DataSet data = file_.is_partial() ? read_packed() : read_in_place();
        data.axes = axes_of(layout_, plan_, !options_.load.columns.empty());
        bool again = false;
        for (std::size_t i = 0; i < plan_.quantities.size(); ++i)
            if (found_text_[i]) quantities_[i].values = WordValues{}, plan_.quantities[i].words = again = true;
        if (again && file_.is_partial()) read_quantities_packed(data);
        else if (again) read_quantities(data);
        return data;
    }

private:
    DataSet read_in_place() {
        cut_ = cut(file_, layout_, progress_);
        if (next_record(layout_.data, layout_.end, layout_.dialect) == layout_.end)
            throw Error(Failure::input, file_.path() + " has a header but no rows", "name a file with at least one point");
        const Parser parser(file_, layout_, layout_.end, plan_, options_.load.strict, found_text_);
        const auto read = [&](std::size_t piece, RowCollector& rows, QuantityCollector* further) {
            parser.read(cut_.begins[piece], cut_.begins[piece + 1], &rows, further);
        };
        const Pieces pieces{cut_.most_rows, double(file_.size()) / double(cut_.most_rows.size())};
        return assemble_with(file_.path(), int(dimension_of(layout_, plan_)), pieces, quantities_, read, options_, progress_);
    }

    DataSet read_packed() {
        packed_.emplace(file_, layout_);
        // Estimates the rows from the density of the beginning, with a margin: address space until they are read.
        const double lines = double(std::count(file_.begin(), file_.end(), '\n')), taken = double(file_.packed_bytes_read());
        const double rows = std::min(1e8, 1.1 * lines * double(file_.packed().size()) / taken);
        require_memory(quantity_bytes(quantities_) * rows, "reading the further columns of " + file_.path(), "read a part of the file");
        const std::vector<std::int64_t> all_rows;
        QuantityJoin join(quantities_, std::size_t(rows), all_rows);
        StreamedPieces pieces;
        pieces.bytes = double(file_.packed().size());
        pieces.taken = [&] { return packed_->taken(); };
        pieces.restart = [&] { packed_->restart(); };
        pieces.next = [&](StreamedPiece& piece) {
            const std::shared_ptr<const PackedText::Piece> text = packed_->next();
            if (!text) return false;
            piece.most_rows = text->most_rows;
            piece.read = [&, text](RowCollector& rows) {
                const InputFile& part = *text->text;
                refuse_nul(part, part.bytes());
                const Parser parser(part, layout_, part.end(), plan_, options_.load.strict, found_text_);
                if (quantities_.empty() || join.has(text->number)) return parser.read(part.begin(), part.end(), &rows, nullptr);
                QuantityCollector further = join.collector();
                parser.read(part.begin(), part.end(), &rows, &further);
                join.add(text->number, std::move(further), rows.left_out());
            };
            return true;
        };
        try {
            DataSet data = assemble_stream(file_.path(), int(dimension_of(layout_, plan_)), pieces, options_, progress_);
            join.move_into(data);
            return data;
        } catch (const Error& error) {
            // An error in the text may be a result of damaged gzip, which is then reported instead.
            if (error.kind == Failure::input) packed_->verify(progress_);
            throw;
        }
    }

    /// Reads the quantities again, now that it is known which are words.
    void read_quantities(DataSet& data) {
        const Parser parser(file_, layout_, layout_.end, plan_, options_.load.strict, found_text_);
        const auto read = [&](std::size_t piece, QuantityCollector& collector) {
            parser.read(cut_.begins[piece], cut_.begins[piece + 1], nullptr, &collector);
        };
        collect_quantities(data, file_.path(), quantities_, cut_.most_rows.size(), read, progress_);
    }

    void read_quantities_packed(DataSet& data) {
        require_memory(quantity_bytes(quantities_) * double(data.count()), "reading the further columns of " + file_.path(),
            "read a part of the file");
        QuantityJoin join(quantities_, std::size_t(data.count()), data.file_rows);
        packed_->restart();
        const auto next = [&](std::size_t) -> std::function<void()> {
            const std::shared_ptr<const PackedText::Piece> text = packed_->next();
            if (!text) return {};
            return [&, text] {
                QuantityCollector collector = join.collector();
                Parser(*text->text, layout_, text->text->end(), plan_, options_.load.strict, found_text_)
                    .read(text->text->begin(), text->text->end(), nullptr, &collector);
                join.add(text->number, std::move(collector), {});
            };
        };
        parallel_stream(progress_, next, [&] { Progress{{}, progress_.stop}.step(0, 0); });
        join.move_into(data);
    }

    const InputFile& file_;
    const Layout& layout_;
    TablePlan plan_;
    const ReadOptions& options_;
    const Progress& progress_;
    std::vector<Quantity> quantities_;
    std::vector<std::atomic<bool>> found_text_;  ///< [quantities]: whether a quantity planned as numbers has a text
    TextPieces cut_;                             ///< for a file in memory
    std::optional<PackedText> packed_;           ///< for a gzip file
};

}  // namespace

DataSet read_table(
    const InputFile& file, const Layout& layout, const TablePlan& plan, const ReadOptions& options, const Progress& progress) {
    check_dimension(file.path(), dimension_of(layout, plan));
    return TableReader(file, layout, plan, options, progress).read();
}

std::string place_of_row(const InputFile& file, const Layout& layout, std::int64_t row) {
    if (file.is_partial()) {
        const InputFile whole(file.on_disk());
        return place_of_row(whole, find_layout(whole), row);
    }
    const char* end = layout.end;
    const char* p = next_record(layout.data, end, layout.dialect);
    for (; row > 0 && p < end; --row) {
        p = read_record(p, end, layout.dialect, [](const Field&) { return true; });
        p = next_record(p < end ? p + 1 : end, end, layout.dialect);
    }
    return place(file, p);
}

}  // namespace neighborscope::csv
