# The CPU libraries that are methods of the same standing where they are installed: found here, else left out and listed as not built.
# neighborscope_libraries is for the sources that include their headers, neighborscope_library_names for whoever asks which there are;
# host_only_left_out names the folders under gpu/methods of those that are not.
option(NEIGHBORSCOPE_NANOFLANN "Build the method nanoflann when the library is found" ON)
option(NEIGHBORSCOPE_FLANN "Build the method flann-kdtree when the library is found" ON)
option(NEIGHBORSCOPE_FAISS "Build the methods faiss-flat-cpu and faiss-ivf-cpu when the library is found" ON)

add_library(neighborscope_libraries INTERFACE)
add_library(neighborscope_library_names INTERFACE)
set(NEIGHBORSCOPE_CPU_LIBRARIES "")  # what --version says

if(NEIGHBORSCOPE_NANOFLANN)
  find_package(nanoflann QUIET)
endif()
if(nanoflann_FOUND)
  target_link_libraries(neighborscope_libraries INTERFACE nanoflann::nanoflann)
  target_compile_definitions(neighborscope_library_names INTERFACE NEIGHBORSCOPE_WITH_NANOFLANN)
  list(APPEND NEIGHBORSCOPE_CPU_LIBRARIES "nanoflann ${nanoflann_VERSION}")
else()
  list(APPEND host_only_left_out nanoflann)
endif()

if(NEIGHBORSCOPE_FLANN)
  find_path(FLANN_INCLUDE flann/algorithms/kdtree_single_index.h)
  find_library(LZ4_LIBRARY lz4)  # its headers can save a tree, compressed
endif()
if(NEIGHBORSCOPE_FLANN AND FLANN_INCLUDE AND LZ4_LIBRARY)
  target_include_directories(neighborscope_libraries SYSTEM INTERFACE ${FLANN_INCLUDE})
  target_link_libraries(neighborscope_libraries INTERFACE ${LZ4_LIBRARY})
  target_compile_definitions(neighborscope_library_names INTERFACE NEIGHBORSCOPE_WITH_FLANN)
  file(STRINGS ${FLANN_INCLUDE}/flann/config.h flann_version REGEX "define FLANN_VERSION_ ")
  string(REGEX MATCH "[0-9]+[.0-9]*" flann_version "${flann_version}")
  list(APPEND NEIGHBORSCOPE_CPU_LIBRARIES "FLANN ${flann_version}")
else()
  list(APPEND host_only_left_out flann_kdtree)
endif()

if(NEIGHBORSCOPE_FAISS)  # a static library whose configuration names targets that it does not look for itself
  find_package(BLAS QUIET)
  find_package(OpenMP QUIET COMPONENTS CXX)
  if(BLAS_FOUND AND OpenMP_CXX_FOUND)
    find_package(faiss QUIET)
  endif()
endif()
if(faiss_FOUND)
  # The file alone: its target would link a BLAS, which is opened when it is needed (gpu/libraries/blas.hpp).
  target_include_directories(neighborscope_libraries SYSTEM INTERFACE $<TARGET_PROPERTY:faiss,INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(neighborscope_libraries INTERFACE $<TARGET_FILE:faiss> $<LINK_ONLY:OpenMP::OpenMP_CXX> ${CMAKE_DL_LIBS})
  target_compile_definitions(neighborscope_library_names INTERFACE NEIGHBORSCOPE_WITH_FAISS)
  list(APPEND NEIGHBORSCOPE_CPU_LIBRARIES "FAISS ${faiss_VERSION}")
else()
  list(APPEND host_only_left_out faiss_flat_cpu faiss_ivf_cpu)
endif()
list(JOIN NEIGHBORSCOPE_CPU_LIBRARIES ", " NEIGHBORSCOPE_CPU_LIBRARIES)
set(NEIGHBORSCOPE_CPU_LIBRARIES "${NEIGHBORSCOPE_CPU_LIBRARIES}" CACHE INTERNAL "")
