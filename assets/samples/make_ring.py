#!/usr/bin/env python3
"""Makes ring.csv: a point in the middle of 240 others that are equally far from it, but for the digits that were written.

needs nothing but Python 3; run it in this folder
"""
import math

radius, points = 1000, 240

with open("ring.csv", "w", newline="\n") as file:
    file.write("x,y\n0,0\n")
    for point in range(points):
        angle = 2 * math.pi * point / points
        file.write(f"{radius * math.cos(angle):.4f},{radius * math.sin(angle):.4f}\n")
