#include "app/session/document/input_files.hpp"

#include "app/session/document/session_fields.hpp"

namespace neighborscope {

std::vector<NamedFile> input_files(const SessionState& session) {
    std::vector<NamedFile> inputs;
    for (const SessionField& field : session_fields()) {
        if (field.file.empty()) continue;
        const std::string& source = session.*std::get<TextField>(field.holds).member;
        if (source.empty()) continue;
        for (NamedFile& file : files_of(std::string(field.file), source)) inputs.push_back(std::move(file));
    }
    return inputs;
}

void refuse_overwriting(const SessionState& session, const std::string& path) {
    const NamedFile output[] = {{"", path}};
    refuse_overwriting(output, input_files(session));
}

}  // namespace neighborscope
