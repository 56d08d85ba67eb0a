// The version of this library, found by its name: a program of another version must not call anything else of it.

extern "C" const char* neighborscope_library_version();
extern "C" __attribute__((visibility("default"))) const char* neighborscope_library_version() { return NEIGHBORSCOPE_VERSION; }
