# Run by cpack between installing and packing: asks dpkg-shlibdeps which packages the binaries need. The command line and the engine
# depend on theirs; those of windows, pictures and the face detector are recommended, so that a server can do without.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(root ${CPACK_TEMPORARY_DIRECTORY}/program)
file(GLOB program ${root}/usr/bin/neighborscope ${root}/usr/lib*/neighborscope/libneighborscope.so ${root}/usr/lib*/*/neighborscope/libneighborscope.so
  ${root}/usr/lib*/neighborscope/libneighborscope-gpu-*.so ${root}/usr/lib*/*/neighborscope/libneighborscope-gpu-*.so)
file(GLOB modules ${root}/usr/lib*/neighborscope/libneighborscope_*.so ${root}/usr/lib*/*/neighborscope/libneighborscope_*.so)
list(GET program -1 library)
get_filename_component(folder ${library} DIRECTORY)
list(TRANSFORM program PREPEND -e OUTPUT_VARIABLE needed)
list(TRANSFORM modules PREPEND -e OUTPUT_VARIABLE wanted)
# It wants to be called in a source package.
set(work ${CPACK_TEMPORARY_DIRECTORY}/../shlibdeps)
file(MAKE_DIRECTORY ${work}/debian)
file(WRITE ${work}/debian/control "Source: neighborscope\n\nPackage: neighborscope\nArchitecture: any\n")
execute_process(
  COMMAND dpkg-shlibdeps -O -l${folder} --ignore-missing-info -dRecommends ${wanted} -dDepends ${needed}
  WORKING_DIRECTORY ${work} OUTPUT_VARIABLE found ERROR_VARIABLE warnings RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR NOT found MATCHES "shlibs:Depends=([^\n]*)")
  message(FATAL_ERROR "dpkg-shlibdeps failed (it is in the package dpkg-dev): ${warnings}")
endif()
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "${CMAKE_MATCH_1}")
set(recommended "")
if(found MATCHES "shlibs:Recommends=([^\n]*)")
  set(recommended "${CMAKE_MATCH_1}, ")
endif()
# What is opened by name: OpenGL on a machine without a GPU, digits of equal width, a BLAS for FAISS, the landmarks of a face.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS
  "${recommended}libgl1-mesa-dri, libegl-mesa0, libgl1, fonts-noto-core | fonts-dejavu-core, libopenblas0-pthread, libdlib-data")
# Equal binaries make an equal package: all files are as old as the changelog says.
file(GLOB changelog ${root}/usr/share/doc/neighborscope/changelog.gz)
execute_process(COMMAND gzip -cd ${changelog} COMMAND sed -n "s/^ -- .*>  //p" OUTPUT_VARIABLE dated OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND date -d ${dated} +%s OUTPUT_VARIABLE seconds OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(ENV{SOURCE_DATE_EPOCH} ${seconds})
endif()
execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch -h -d @$ENV{SOURCE_DATE_EPOCH} {} + COMMAND_ERROR_IS_FATAL ANY)
