"""Makes the files of the folder `kinds`: one small index of each kind that plane and vectors lack, each with its library's own lists.

python3 make.py    with numpy 2, faiss-cpu 1.15.1, hnswlib 0.8.0, usearch 2.26.6
NAME.lists.npy: int64 [100][10], -1 past the end of a short list, by ef = 50 or 3 probes. NAME.counts.npy: int64 [100], distances as the library counts.
"""
import os

import faiss
import hnswlib
import numpy as np
from usearch.index import Index

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kinds")
os.makedirs(folder, exist_ok=True)
random = np.random.default_rng(44)
dimension, count, k = 12, 400, 10
points = (random.normal(size=(count, dimension)) * random.uniform(0.3, 2, size=(count, 1))).astype("f4")
queries = random.normal(size=(100, dimension)).astype("f4")
l2, product = faiss.METRIC_L2, faiss.METRIC_INNER_PRODUCT


def save(name, lists, counts=()):
    padded = np.full((len(lists), k), -1, "i8")
    for row, found in zip(padded, lists):
        row[: len(found)] = found
    np.save(f"{folder}/{name}.lists.npy", padded)
    if len(counts):
        np.save(f"{folder}/{name}.counts.npy", np.array(counts, "i8"))


def of_faiss(name, index, ids=None):
    if not index.is_trained:
        index.train(points)
    index.add(points) if ids is None else index.add_with_ids(points, ids)
    save_faiss(name, index)


def save_faiss(name, index):
    faiss.write_index(index, f"{folder}/{name}.faiss")
    inner = faiss.downcast_index(index.index) if isinstance(index, (faiss.IndexIDMap, faiss.IndexIDMap2)) else index
    if hasattr(inner, "nprobe"):
        inner.nprobe = 3
    if hasattr(inner, "hnsw"):
        inner.hnsw.efSearch = 50
    statistics = faiss.cvar.hnsw_stats if hasattr(inner, "hnsw") else faiss.cvar.indexIVF_stats
    lists, counts = [], []
    for query in queries:
        statistics.reset()
        lists.append(index.search(query[None], k)[1][0])
        counts.append(statistics.ndis)
    save(name, lists, counts if hasattr(inner, "nprobe") or hasattr(inner, "hnsw") else ())


np.save(f"{folder}/queries.npy", queries)
np.save(f"{folder}/points.npy", points)
for kind in ["4bit", "8bit_uniform", "4bit_uniform", "fp16", "6bit", "bf16"]:
    number = getattr(faiss.ScalarQuantizer, "QT_" + kind)
    of_faiss("sq-" + kind, faiss.IndexScalarQuantizer(dimension, number))
    of_faiss("ivf-sq-" + kind, faiss.IndexIVFScalarQuantizer(faiss.IndexFlatL2(dimension), dimension, 16, number))
of_faiss("sq-product", faiss.IndexScalarQuantizer(dimension, faiss.ScalarQuantizer.QT_8bit, product))
of_faiss("ivf-sq-product", faiss.IndexIVFScalarQuantizer(faiss.IndexFlatIP(dimension), dimension, 16, faiss.ScalarQuantizer.QT_8bit, product))
of_faiss("pq-5-bits", faiss.IndexPQ(dimension, 6, 5))
of_faiss("ivf-pq-product", faiss.IndexIVFPQ(faiss.IndexFlatIP(dimension), dimension, 16, 4, 4, product))
of_faiss("hnsw-pq", faiss.index_factory(dimension, "HNSW6_PQ6x5"))
of_faiss("ivf-hnsw", faiss.index_factory(dimension, "IVF32_HNSW4,Flat"))
of_faiss("ivf-product", faiss.index_factory(dimension, "IVF16,Flat", product))
of_faiss("ivf-own-ids", faiss.index_factory(dimension, "IVF16,Flat"), np.arange(count) * 7 + 3)
of_faiss("ivf-map", faiss.index_factory(dimension, "IDMap2,IVF16,Flat"), np.arange(count) * 7 + 3)
of_faiss("hnsw-repeated-ids", faiss.index_factory(dimension, "IDMap,HNSW6"), np.arange(count) // 2)
of_faiss("flat-product", faiss.IndexFlatIP(dimension))
of_faiss("opq", faiss.index_factory(dimension, "OPQ2_12,PQ2x4"))  # refused by its name
of_faiss("fast-scan", faiss.index_factory(dimension, "IVF16,PQ6x4fs"))  # likewise
sparse = faiss.index_factory(dimension, "IVF200,Flat")
sparse.train(points)
sparse.add(points[:40])
save_faiss("ivf-mostly-empty", sparse)
for rows in [0, 1]:
    graph = faiss.IndexHNSWFlat(dimension, 6)
    if rows:
        graph.add(points[:rows])
    save_faiss(f"hnsw-{rows}-rows", graph)
    other = hnswlib.Index("l2", dimension)
    other.init_index(50, M=6)
    if rows:
        other.add_items(points[:rows], num_threads=1)
    other.save_index(f"{folder}/hnswlib-{rows}-rows.bin")
    save(f"hnswlib-{rows}-rows", [[0] * rows] * 100)
    third = Index(ndim=dimension, metric="l2sq")
    if rows:
        third.add(np.arange(rows), points[:rows], threads=1)
    third.save(f"{folder}/usearch-{rows}-rows.usearch")
    save(f"usearch-{rows}-rows", [[0] * rows] * 100)
for space in ["ip", "cosine"]:
    index = hnswlib.Index(space, dimension)
    index.init_index(2 * count, M=6, ef_construction=60)
    index.add_items(points, np.arange(count) * 3 + 1, num_threads=1)
    index.set_ef(50)
    for row in range(0, count, 9):
        index.mark_deleted(row * 3 + 1)
    index.save_index(f"{folder}/hnswlib-{space}.bin")
    save(f"hnswlib-{space}", index.knn_query(queries, k)[0].astype("i8"))
for metric, scalar in [("cos", "f32"), ("ip", "f32"), ("l2sq", "f16"), ("cos", "bf16"), ("ip", "i8"), ("l2sq", "f64")]:
    index = Index(ndim=dimension, metric=metric, dtype=scalar, connectivity=6, expansion_add=60, expansion_search=50)
    index.add(np.arange(count) * 2 + 5, points, threads=1)
    if scalar == "f32":
        for row in range(0, count, 15):
            index.remove(row * 2 + 5)
    path = f"{folder}/usearch-{metric}-{scalar}.usearch"
    index.save(path)
    index = Index.restore(path)
    index.expansion_search = 50
    answers = [index.search(query, k) for query in queries]
    save(f"usearch-{metric}-{scalar}", [answer.keys.astype("i8") for answer in answers], [answer.computed_distances for answer in answers])

# The same structures as arrays.
distances = ((points[:, None] - points[None]) ** 2).sum(2)
nearest = np.argsort(distances, 1, kind="stable")[:, 1:9]
np.savez(f"{folder}/graph.npz", points=points, graph=nearest.astype("u4"), entry=np.array([7]), ids=np.arange(count) * 2)
begin = np.arange(count + 1) * 8
upper = np.zeros(count + 1, "i8")
upper[1:] = np.minimum(np.arange(1, count + 1), 20) * 2  # the first 20 rows are on level 1
np.savez_compressed(
    f"{folder}/levels.npz",
    points=points,
    graph_0_begin=begin,
    graph_0_to=nearest.astype("i4").ravel(),
    graph_1_begin=upper,
    graph_1_to=np.array([[(row + 1) % 20, (row + 7) % 20] for row in range(20)], "i4").ravel(),
    metric=np.array("euclidean"),
)
centroids = points[:16]
list_of = ((points[:, None] - centroids[None]) ** 2).sum(2).argmin(1)
order = np.argsort(list_of, kind="stable")
np.savez(
    f"{folder}/lists.npz",
    points=points[order],
    list_begin=np.concatenate([[0], np.bincount(list_of, minlength=16).cumsum()]),
    list_ids=order.astype("i8"),
    centroids=centroids,
)

# Seeds of the fuzzing targets: the same kinds over 20 points of 4 dimensions.
seeds = os.path.join(folder, "..", "..", "..", "fuzz", "seeds")
few = random.normal(size=(20, 4)).astype("f4")


def seed(format, name):
    os.makedirs(f"{seeds}/index_{format}", exist_ok=True)
    return f"{seeds}/index_{format}/{name}"


for name, made in {
    "hnsw": faiss.IndexHNSWFlat(4, 3),
    "hnsw-product": faiss.IndexHNSWFlat(4, 3, product),
    "hnsw-sq": faiss.IndexHNSWSQ(4, faiss.ScalarQuantizer.QT_6bit, 3),
    "hnsw-pq": faiss.IndexHNSWPQ(4, 2, 3, 4),
    "ivf": faiss.index_factory(4, "IVF3,Flat"),
    "ivf-pq": faiss.IndexIVFPQ(faiss.IndexFlatL2(4), 4, 3, 2, 3),
    "ivf-sq": faiss.index_factory(4, "IVF3,SQ8"),
    "ivf-hnsw": faiss.index_factory(4, "IVF3_HNSW2,Flat"),
    "pq": faiss.IndexPQ(4, 2, 3),
    "sq4": faiss.index_factory(4, "SQ4"),
    "flat": faiss.IndexFlatIP(4),
}.items():
    if not made.is_trained:
        made.train(few)
    made.add(few)
    faiss.write_index(made, seed("faiss", name + ".faiss"))
mapped = faiss.index_factory(4, "IDMap,HNSW3")
mapped.add_with_ids(few, np.arange(20) // 2)
faiss.write_index(mapped, seed("faiss", "ids.faiss"))
cagra = faiss.IndexHNSWCagra(4, 3)
cagra.add(few)
faiss.write_index(cagra, seed("faiss", "cagra.faiss"))
small = hnswlib.Index("l2", 4)
small.init_index(30, M=3)
small.add_items(few, num_threads=1)
small.mark_deleted(4)
small.save_index(seed("hnswlib", "plain.bin"))
for metric, scalar in [("l2sq", "f32"), ("cos", "f16"), ("ip", "i8")]:
    small = Index(ndim=4, metric=metric, dtype=scalar, connectivity=3)
    small.add(np.arange(20), few, threads=1)
    small.remove(3)
    small.save(seed("usearch", f"{metric}-{scalar}.usearch"))
to = [np.argsort(((few - row) ** 2).sum(1))[1:4].astype("u4") for row in few]
with open(seed("diskann", "graph"), "wb") as file:
    file.write(np.array([24 + 20 * 16], "u8").tobytes() + np.array([3, 0], "u4").tobytes() + np.array([0], "u8").tobytes())
    for links in to:
        file.write(np.array([3], "u4").tobytes() + links.tobytes())
np.savez(seed("npz", "graph.npz"), points=few, graph=np.array(to), entry=np.array([3]))
np.savez(seed("npz", "levels.npz"), points=few, graph_0_begin=np.arange(21) * 3, graph_0_to=np.concatenate(to).astype("i4"))
np.savez(seed("npz", "lists.npz"), points=few, list_begin=np.array([0, 8, 20]), list_ids=np.arange(20), centroids=few[:2])
