// JSON from files that anybody may have written: sessions, reports.
#pragma once
#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>

namespace neighborscope {

constexpr int deepest_json = 64;                             ///< brackets within brackets
constexpr std::size_t largest_json = std::size_t(16) << 20;  ///< bytes, unpacked

inline constexpr const char* number_too_far = "a number is outside the range of float64";

/// The value that a file holds. An input Error with the cause and `remedy` when the file cannot be read, is no JSON, is larger than
/// `largest_json` or deeper than `deepest_json`: whoever copies, writes or destroys a value calls itself at each level.
nlohmann::json read_json(const std::string& path, const std::string& remedy);

/// "parse error at line 1, column 2: ..." of "[json.exception.parse_error.101] parse error at ...", in one line.
std::string json_error_text(const nlohmann::json::exception&);

}  // namespace neighborscope
