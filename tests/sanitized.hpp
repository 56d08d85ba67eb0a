// Whether tests run under a sanitizer that makes them ten to twenty times slower: then fewer and smaller cases do.
#pragma once

namespace neighborscope::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

/// Which threads meet where depends neither on the metric nor on k: ThreadSanitizer, the slowest by far, sees one of each.
#if defined(__SANITIZE_THREAD__)
constexpr bool watches_races = true;
#else
constexpr bool watches_races = false;
#endif

}  // namespace neighborscope::test
