# Writes what is checked out into a header, and only when it changed: run at every build.
#   cmake -D SOURCE=... -D OUT=commit.hpp -P commit.cmake
# Sources that are no checkout have none, be they unpacked within another one; nor is there one without git.
set(commit "")
if(EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
endif()
if(commit AND changes)
  set(commit "${commit} with changes")
endif()
set(text "#pragma once\n#define NEIGHBORSCOPE_COMMIT \"${commit}\"\n")
set(before "")
if(EXISTS ${OUT})
  file(READ ${OUT} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${OUT} "${text}")
endif()
