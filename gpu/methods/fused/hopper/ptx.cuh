// Hopper's own instructions as functions: barriers in shared memory, bulk copies (TMA) and products of a warp group (WGMMA). PTX ISA,
// sections "mbarrier", "cp.async.bulk.tensor" and "wgmma.mma_async". Addresses are those of shared memory, as 32-bit numbers.
#pragma once
#include <cuda.h>
#include <cuda_runtime.h>

namespace neighborscope::cuda::fused {

__device__ __forceinline__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__device__ __forceinline__ void barrier_make(unsigned barrier, int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals));
}
/// Makes initialised barriers visible to the copy engine.
__device__ __forceinline__ void barriers_made() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ __forceinline__ void barrier_arrive(unsigned barrier) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
/// Arrives, and adds `bytes` to those that the barrier expects.
__device__ __forceinline__ void barrier_expect(unsigned barrier, int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
/// Waits for the end of the phase of this parity.
__device__ __forceinline__ void barrier_wait(unsigned barrier, unsigned parity) {
    asm volatile(
        "{\n"
        ".reg .pred done;\n"
        "again_%=:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
        "@done bra over_%=;\n"
        "bra again_%=;\n"
        "over_%=:\n"
        "}" ::"r"(barrier),
        "r"(parity)
        : "memory");
}

/// Copies a box of a matrix, from column and row on, to shared memory.
__device__ __forceinline__ void copy_box(unsigned to, const CUtensorMap* matrix, int column, int row, unsigned barrier) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
                 "l"(matrix), "r"(column), "r"(row), "r"(barrier)
                 : "memory");
}
/// Copies consecutive bytes, a multiple of 16.
__device__ __forceinline__ void copy_bytes(unsigned to, const void* from, int bytes, unsigned barrier) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(from), "r"(bytes),
                 "r"(barrier)
                 : "memory");
}

/// Synchronises some threads of the block, by the number of their barrier.
__device__ __forceinline__ void meet(int number, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); }

/// Describes rows of 64 halves, 128 bytes, as copy_box writes them with the 128-byte swizzle: groups of 8 rows are 1024 bytes apart.
__device__ __forceinline__ unsigned long long operand(unsigned address) {
    return static_cast<unsigned long long>((address & 0x3ffff) >> 4) | 1ull << 16 | 64ull << 32 | 1ull << 62;
}
/// Increments of an operand: from 16 coordinates to the next 16, and for so many rows.
constexpr unsigned next_coordinates = 32 / 16;
constexpr unsigned rows_further(int rows) { return unsigned(rows) * 128 / 16; }

__device__ __forceinline__ void products_begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void products_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
/// Waits until at most `Most` committed groups are running.
template <int Most>
__device__ __forceinline__ void products_wait() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(Most) : "memory");
}

#define FOUR(i) "+f"(sum[i]), "+f"(sum[(i) + 1]), "+f"(sum[(i) + 2]), "+f"(sum[(i) + 3])
#define SIXTEEN(i) FOUR(i), FOUR((i) + 4), FOUR((i) + 8), FOUR((i) + 12)
/// sum (+)= a b^T: 64 x 128 products of 16 coordinates, by the four warps of a group. `add` 0: overwrites sum. Until
/// products_wait sum must not be accessed.
__device__ __forceinline__ void multiply_64_by_128(float (&sum)[64], unsigned long long a, unsigned long long b, int add) {
    asm volatile(
        "{\n"
        ".reg .pred adds;\n"
        "setp.ne.b32 adds, %66, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,"
        "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63},"
        " %64, %65, adds, 1, 1, 0, 0;\n"
        "}\n"
        : SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48)
        : "l"(a), "l"(b), "r"(add));
}
/// Keeps the compiler from reading sum earlier.
__device__ __forceinline__ void products_done(float (&sum)[64]) {
    asm volatile("" : SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48)::"memory");
}
#undef SIXTEEN
#undef FOUR

}  // namespace neighborscope::cuda::fused
