// Reads JSON from untrusted files: sessions, reports.
#pragma once
#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>

namespace neighborscope {

constexpr int deepest_json = 64;                             ///< levels of nested brackets
constexpr std::size_t largest_json = std::size_t(16) << 20;  ///< bytes, after unpacking

inline constexpr const char* number_too_far = "a number is outside the range of float64";

/// Returns the value in a file. An input Error with the cause and `remedy` if the file cannot be read, is not JSON, or is larger than
/// `largest_json` or deeper than `deepest_json`: code that copies, writes or destroys a value is recursive.
nlohmann::json read_json(const std::string& path, const std::string& remedy);

/// Shortens "[json.exception.parse_error.101] parse error at ..." to "parse error at line 1, column 2: ...", in one line.
std::string json_error_text(const nlohmann::json::exception&);

}  // namespace neighborscope
