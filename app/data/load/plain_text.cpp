#include "app/data/load/plain_text.hpp"

#include "app/data/load/words.hpp"

#include <algorithm>

namespace neighborscope {
namespace {

void make_name(std::string& name, std::size_t number) { name = name.empty() ? std::to_string(number) : plain_text(std::move(name)); }

}  // namespace

std::string plain_text(std::string text) {
    const char* end = text.data() + text.size();
    for (char* p = text.data(); p < end;) {
        const std::size_t length = utf8_length({p, std::size_t(end - p)});
        const bool control = length == 1 && (static_cast<unsigned char>(*p) < 32 || *p == 127);
        if (length == 0 || control) *p = '?';
        p += std::max<std::size_t>(1, length);
    }
    return text;
}

DataSet read_plainly(const Reader& reader, const InputFile& file, const ReadOptions& options, const Progress& progress) {
    DataSet data = with_plain_errors([&] { return reader.read(file, options, progress); });
    for (std::size_t i = 0; i < data.axes.size(); ++i) make_name(data.axes[i], i + 1);
    for (std::size_t i = 0; i < data.quantities.size(); ++i) make_name(data.quantities[i].name, i + 1);
    for (SkippedColumns::Column& column : data.skipped_columns.columns) column.name = plain_text(std::move(column.name));
    return data;
}

}  // namespace neighborscope
