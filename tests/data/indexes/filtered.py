"""Makes the folder `filtered`: what the libraries answer when only some rows may be returned, for files of `plane`, `vectors` and `kinds`.

python3 filtered.py [QUERIES]    with numpy, faiss-cpu 1.15.1, hnswlib 0.8.0, usearch 2.26.6
FOLDER-NAME.npy: int32 [shares x queries][10] ids, -1 past the end, by ef = 50 or 3 probes; query after query for each of: half of the rows, a
tenth, a hundredth, one row, none. counts/FOLDER-NAME.npy: int64, distances as FAISS counts them.
"""
import os
import sys

import faiss
import hnswlib
import numpy as np
from usearch.index import Index

here = os.path.dirname(os.path.abspath(__file__))
out = os.path.join(here, "filtered")
os.makedirs(out, exist_ok=True)
asked = int(sys.argv[1]) if len(sys.argv) > 1 else 20
k, ef, probes = 10, 50, 3
shares = [0.5, 0.1, 0.01, "one", "none"]


def allowed(rows, share):
    """Rows whose scrambled number lies below the share."""
    if share == "none":
        return np.zeros(rows, bool)
    if share == "one":
        return np.arange(rows) == 123
    return (np.arange(rows, dtype="u8") * 2654435761 % 2**32) < share * 2**32


def of_faiss(path, queries):
    index = faiss.read_index(path)
    inner = index
    ids = np.arange(index.ntotal)
    if isinstance(index, (faiss.IndexIDMap, faiss.IndexIDMap2)):
        ids = faiss.vector_to_array(index.id_map)
        inner = faiss.downcast_index(index.index)
    elif "own-ids" in path:  # rows are numbered by their places in lists
        ids = np.concatenate([faiss.rev_swig_ptr(index.invlists.get_ids(i), index.invlists.list_size(i)).copy() for i in range(index.nlist)])
    lists, counts = [], []
    for share in shares:
        chosen = ids[allowed(len(ids), share)].astype("i8")
        selector = faiss.IDSelectorArray(len(chosen), faiss.swig_ptr(chosen))
        if hasattr(inner, "hnsw"):
            settings, statistics = faiss.SearchParametersHNSW(sel=selector, efSearch=ef), faiss.cvar.hnsw_stats
        elif hasattr(inner, "nprobe"):
            settings, statistics = faiss.SearchParametersIVF(sel=selector, nprobe=probes), faiss.cvar.indexIVF_stats
        else:
            settings, statistics = faiss.SearchParameters(sel=selector), None
        for query in queries:
            if statistics:
                statistics.reset()
            lists.append(index.search(query[None], k, params=settings)[1][0])
            counts.append(statistics.ndis if statistics else 0)
    return lists, counts if statistics else None


def of_hnswlib(path, queries, scale, offset, space):
    index = hnswlib.Index(space, queries.shape[1])
    index.load_index(path)
    index.set_ef(ef)
    rows = index.get_current_count()
    lists = []
    for share in shares:
        may = allowed(rows, share)
        for query in queries:
            found = []
            for wanted in range(min(k, int(may.sum())), 0, -1):  # it refuses to return fewer than were asked for
                try:
                    found = index.knn_query(query[None], wanted, num_threads=1, filter=lambda label: bool(may[(label - offset) // scale]))[0][0]
                    break
                except RuntimeError:
                    continue
            lists.append(found)
    return lists, None


def of_usearch(path, queries, scale, offset):
    """Its predicate is not in Python; rows that are removed are refused in the same place."""
    lists = []
    for share in shares:
        index = Index.restore(path)
        index.expansion_search = ef
        rows = len(index)
        for row in np.flatnonzero(~allowed(2000, share)):
            key = int(row * scale + offset)
            if key in index:
                index.remove(key)
        lists += [index.search(query, k).keys.astype("i8") for query in queries]
    return lists, None


files = [(folder, name) for folder in ["plane", "vectors"] for name in ["hnsw.faiss", "hnsw-ids.faiss", "hnsw-inner-product.faiss",
         "hnsw-sq8.faiss", "hnswlib.bin", "hnswlib-deleted.bin", "hnswlib-cosine-labels.bin", "usearch.usearch", "ivf.faiss", "ivf-sq8.faiss",
         "ivf-pq.faiss", "flat.faiss", "pq.faiss"]] + [("kinds", name) for name in ["hnsw-pq.faiss", "ivf-hnsw.faiss", "ivf-product.faiss",
         "ivf-own-ids.faiss", "ivf-map.faiss", "hnswlib-ip.bin", "hnswlib-cosine.bin", "usearch-ip-f32.usearch", "sq-product.faiss"]]
for folder, name in files:
    path = os.path.join(here, folder, name)
    queries = np.load(os.path.join(here, folder, "queries.npy"))[:asked]
    try:
        if name.endswith(".faiss"):
            lists, counts = of_faiss(path, queries)
        elif name.endswith(".bin"):
            space = "cosine" if "cosine" in name else "ip" if "-ip" in name else "l2"
            scale, offset = (3, 7) if "labels" in name else (3, 1) if folder == "kinds" else (1, 0)
            lists, counts = of_hnswlib(path, queries, scale, offset, space)
        else:
            lists, counts = of_usearch(path, queries, *((2, 5) if folder == "kinds" else (1, 0)))
    except RuntimeError as error:
        print(f"{folder}/{name}: {str(error)[-90:]}")
        continue
    padded = np.full((len(lists), k), -1, "i4")
    for row, found in zip(padded, lists):
        row[: len(found)] = found
    stem = f"{out}/{folder}-{os.path.splitext(name)[0]}"
    np.save(stem + ".npy", padded)
    if counts:
        np.save(stem + ".counts.npy", np.array(counts, "i8"))
