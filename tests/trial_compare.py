#!/usr/bin/env python3
"""What `neighborscope compare` says of lists with a planted fault, and of correct ones. A trial, no test of the suite: needs numpy and SciPy.

    tests/trial_compare.py PROGRAM [FOLDER]

Points are made, SciPy's cKDTree is asked, and each fault is planted into its lists. The program has to name the cause and to end with the
status in FAULTS. Of correct lists it must raise no alarm. One line a trial; exit status 0 only if all pass. FOLDER keeps the files.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
from scipy.spatial import cKDTree

# fault -> exit status, and words of which all have to be in what is printed (of a tuple any one)
FAULTS = {
    "shuffled list": (1, ["cause:", "not in ascending order"]),
    "skipped leaf": (1, ["cause:", "in no list"]),
    "wrong metric": (1, ["cause:", "manhattan metric"]),
    "ids shifted": (1, ["cause:", "counted from 1"]),
    "ids permuted": (1, ["cause:", "other numbers"]),
    "queries permuted": (1, ["cause:", "other queries"]),
    "self left out": (1, ["cause:", "exclude each point itself"]),
    "squares": (1, ["cause:", "are squared"]),
    "float16": (1, ["cause:", "coordinates that are rounded to float16"]),
    "a row twice": (1, ["cause:", "twice"]),
    "bound too tight": (1, ["cause:", "only the last neighbour"]),
    "ranks from 0": (0, ["ranks are counted from 0"]),
}
ALARM = re.compile(r"\b[1-9]\d* (wrong|missing)|first (wrong|missing)|cause:")  # never said of correct lists

K = 10


def faults(points, random):
    """Each fault as a buggy program has it: (indices, distances) out of correct lists of all points."""
    count, tree = len(points), cKDTree(points)
    distance, index = tree.query(points, k=K)

    def changed(which, change):
        lists = index.copy(), distance.copy()
        for query in which:
            change(query, *lists)
        return lists

    def shuffle(query, rows, distances):
        order = random.permutation(K)
        while (np.diff(order) > 0).all():
            order = random.permutation(K)
        rows[query], distances[query] = rows[query][order], distances[query][order]

    def repeat(query, rows, distances):
        rows[query, 4], distances[query, 4] = rows[query, 3], distances[query, 3]

    further, next_row = (found[:, K] for found in tree.query(points, k=K + 1))

    def take_next(query, rows, distances):
        rows[query, -1], distances[query, -1] = next_row[query], further[query]

    kept = np.setdiff1d(np.arange(count), tree.query(points[123], k=40)[1])
    far, found = cKDTree(points[kept]).query(points, k=K)
    rounded = points.astype("f2").astype("f8")
    order = random.permutation(count)
    few = random.choice(count, count // 30, replace=False)
    yield "shuffled list", changed([777], shuffle)
    yield "skipped leaf", (kept[found], far)
    yield "wrong metric", tree.query(points, k=K, p=1)[::-1]
    yield "ids shifted", (index + 1, distance)
    yield "ids permuted", (np.argsort(order)[index], distance)
    yield "queries permuted", (index[order], distance[order])
    yield "self left out", tuple(lists[:, 1:] for lists in tree.query(points, k=K + 1)[::-1])
    yield "squares", (index, distance**2)
    yield "float16", cKDTree(rounded).query(rounded, k=K)[::-1]
    yield "a row twice", changed([777], repeat)
    yield "bound too tight", changed(few, take_next)
    yield "ranks from 0", (index, distance)


def clusters(random, count, kind="f8"):
    centres = random.random((20, 2)) * 1000
    return (centres[random.integers(0, 20, count)] + random.normal(0, 8, (count, 2))).astype(kind)


def correct_sets(program, folder, random):
    """(name, DATA, coordinates)"""
    made = {
        "lon/lat": np.c_[random.uniform(-10, 30, 4000), random.uniform(35, 70, 4000)],
        "UTM": np.c_[4.5e5 + random.random((4000, 1)) * 300, 4.5e6 + random.random((4000, 1)) * 300, 200 + random.random((4000, 1)) * 30],
        "unit cube 16-D": random.random((3000, 16)),
        "unit cube 64-D": random.random((2000, 64)),
        "map": clusters(random, 4000, "f4"),
        "ties": np.array([(x, y) for x in range(50) for y in range(50)], "f8"),
    }
    for name, points in made.items():
        path = folder / (re.sub(r"\W+", "_", name) + ".npy")
        np.save(path, points)
        yield name, str(path), points
    for name in ("earthquakes", "iris"):
        path = folder / (name + ".csv")
        ran = subprocess.run([program, "convert", "sample:" + name, "--out", str(path)], capture_output=True, text=True, check=False)
        if ran.returncode:
            sys.exit("convert sample:" + name + ": " + ran.stderr.strip())
        dimension = int(re.search(r"(\d+)-D", ran.stdout).group(1))
        columns = np.genfromtxt(path, delimiter=",", skip_header=1, usecols=range(dimension))
        yield name, "sample:" + name, columns


def write(path, index, distance, ranks_from=None):
    if ranks_from is None:
        np.savez(path, indices=index, distances=distance)
        return
    with open(path, "w", encoding="utf-8") as out:
        out.write("query,rank,index,distance\n")
        for query, (rows, distances) in enumerate(zip(index, distance)):
            for rank, (row, far) in enumerate(zip(rows, distances)):
                out.write(f"{query},{rank + ranks_from},{row},{float(far)!r}\n")


def compare(program, data, lists, k):
    ran = subprocess.run([program, "compare", data, "--lists", str(lists), "-k", str(k)], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def remark(text):
    """The line that tells most."""
    lines = [line.strip() for line in text.splitlines()]
    for sign in ("cause:", "counted from 0", "neighborscope:", "wrong"):
        for line in lines:
            if sign in line:
                return line[:110]
    return lines[-1][:110] if lines else ""


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = sys.argv[1]
    random = np.random.default_rng(3)
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else temporary)
        folder.mkdir(parents=True, exist_ok=True)

        def report(trial, passed, status, text):
            print(f"{'ok' if passed else 'FAILED':7} {trial:34} exit {status}  {remark(text)}", flush=True)
            if not passed:
                failed.append(trial + "\n" + text)

        for name, points in {"clusters": clusters(random, 4000), "cube 16-D": random.random((3000, 16))}.items():
            data = folder / (name.replace(" ", "_") + ".npy")
            np.save(data, points)
            planted = set()
            for fault, (index, distance) in faults(points, random):
                from_zero = fault == "ranks from 0"
                lists = folder / (data.stem + "_" + fault.replace(" ", "_") + (".csv" if from_zero else ".npz"))
                write(lists, index, distance, 0 if from_zero else None)
                status, text = compare(program, str(data), lists, index.shape[1])
                expected, words = FAULTS[fault]
                said = all(any(word in text for word in (one if isinstance(one, tuple) else (one,))) for one in words)
                report(f"{fault}, {name}", status == expected and said, status, text)
                planted.add(fault)
            assert planted == set(FAULTS)
        for name, data, points in correct_sets(program, folder, random):
            distance, index = cKDTree(points).query(points, k=K)
            lists = folder / (re.sub(r"\W+", "_", name) + "_correct.npz")
            write(lists, index, distance)
            status, text = compare(program, data, lists, K)
            report("correct, " + name, status == 0 and not ALARM.search(text), status, text)
    for text in failed:
        print("\n" + text)
    print(f"\n{len(failed)} failed" if failed else "\nall passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
