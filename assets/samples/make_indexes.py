#!/usr/bin/env python3
"""Makes island.faiss and norms.hnsw: two small indexes that do not find all that they hold.

needs numpy, faiss-cpu 1.15 and hnswlib 0.8; run it in this folder
"""
import faiss
import hnswlib
import numpy as np

faiss.omp_set_num_threads(1)


def island(path, rows=1400, on_island=40):
    """Points of 22 towns and of one town in the middle, to which no link leads, as if all links back were pruned."""
    random = np.random.default_rng(7)
    towns = random.uniform([-10, -7], [10, 7], size=(22, 2))
    share = random.uniform(0.5, 2, 22)
    spread = 0.5 + 0.6 * random.random((22, 1))
    of = random.choice(22, rows - on_island, p=share / share.sum())
    others = towns[of] + random.normal(size=(rows - on_island, 2)) * spread[of]
    middle = (others.min(0) + others.max(0)) / 2
    points = np.concatenate([others, middle + 0.32 * random.normal(size=(on_island, 2))]).astype("f4")
    order = random.permutation(rows)
    points, lost = points[order], set(np.nonzero(order >= rows - on_island)[0].tolist())

    index = faiss.IndexHNSWFlat(2, 6)
    index.hnsw.efConstruction, index.hnsw.efSearch = 60, 40
    index.add(points)
    graph = index.hnsw
    links = faiss.vector_to_array(graph.neighbors).copy()
    offsets, levels = faiss.vector_to_array(graph.offsets), faiss.vector_to_array(graph.levels)
    assert graph.entry_point not in lost
    for row in range(rows):
        if row in lost:
            continue
        nearest = np.argsort(((points - points[row]) ** 2).sum(1))
        for level in range(levels[row]):
            first, last = (offsets[row] + graph.cum_nb_neighbors(at) for at in (level, level + 1))
            before = [to for to in links[first:last] if to >= 0]
            kept = [to for to in before if to not in lost]
            for to in nearest[1:]:  # as many links as before, to others
                if len(kept) < len(before) and levels[to] > level and to not in lost and to not in kept:
                    kept.append(to)
            links[first:last] = kept + [-1] * (last - first - len(kept))
    faiss.copy_array_to_vector(links, graph.neighbors)
    faiss.write_index(index, path)


def norms(path, rows=1500, towns=4):
    """Points of towns at different distances from the origin, by inner product: links lead to the longest vectors, whoever asks for others."""
    random = np.random.default_rng(4)
    angle = 2 * np.pi * (np.arange(towns) + random.uniform(-0.25, 0.25, towns)) / towns
    length = random.uniform(2.5, 9, towns)
    of = random.integers(0, towns, rows)
    centre = np.c_[np.cos(angle) * length, np.sin(angle) * length]
    points = centre[of] + random.normal(size=(rows, 2)) * random.uniform(0.5, 1.1, (towns, 1))[of]
    index = hnswlib.Index("ip", 2)
    index.init_index(rows, ef_construction=60, M=4, random_seed=4)
    index.add_items(points.astype("f4"), np.arange(rows), num_threads=1)
    index.save_index(path)


if __name__ == "__main__":
    island("island.faiss")
    norms("norms.hnsw")
