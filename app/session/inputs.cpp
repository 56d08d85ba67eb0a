#include "app/session/inputs.hpp"

namespace neighborscope {

std::vector<NamedFile> inputs_of(const SessionState& session) {
    std::vector<NamedFile> inputs = files_of("the data", session.data);
    inputs.push_back({"the lists that are compared", session.lists});
    inputs.push_back({"the queries of the lists", session.list_queries});
    return inputs;
}

void refuse_overwriting(const SessionState& session, const std::string& path) {
    const NamedFile output[] = {{"", path}};
    refuse_overwriting(output, inputs_of(session));
}

}  // namespace neighborscope
