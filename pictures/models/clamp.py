"""G-clamps. The screw's axis is y at x = 0, the anvil's face at y = 0, before the clamp is laid down."""
import math

import numpy as np
from shapely.geometry import LineString, box
from shapely.ops import unary_union

from kit.fields import polygon_sdf, rmax, rounded, smax, smin
from kit.materials import plastic, steel
from kit.meshes import U, arc, drop, group, lathe, place, sdf_mesh


def g_clamp(capacity=150, throat=80, black_oxide=False):
    opening = capacity * 0.42
    k = (capacity / 150) ** 0.5
    t, w = 9.0 * k, 11.5 * k
    pts = np.array([(12 * k, -w), (-throat * 0.35, -w - 1), (-throat - w, -w - 2), (-throat - w, capacity * 0.28), (-throat - w - 1, capacity * 0.72), (-throat - w, capacity + w + 2), (-throat * 0.35, capacity + w + 1), (12 * k, capacity + w)], float)
    for _ in range(4):
        q = np.stack([0.75 * pts[:-1] + 0.25 * pts[1:], 0.25 * pts[:-1] + 0.75 * pts[1:]], 1).reshape(-1, 2)
        pts = np.concatenate([pts[:1], q, pts[-1:]])
    out = rounded(LineString(pts).buffer(w, 32, cap_style=2), 6 * k, 18 * k)
    boss = rounded(box(-15 * k, capacity - 2, 15 * k, capacity + 2 * w + 4 * k), 1.5, 0)
    full = rounded(unary_union([out, boss]), 3.0 * k, 8 * k)
    pan = rounded(out.buffer(-4.6 * k).difference(box(-24 * k, -60, 60, capacity * 3)), 3 * k, 3 * k)
    res = 0.2 * max(1, k)
    ff, fp = polygon_sdf(full, res), polygon_sdf(pan, res)

    def frame(x, y, z):
        d = rmax(ff(x, y), np.abs(z) - t, 2.2 * k)
        d = smax(d, np.abs(z) - (t - 3.6 * k * np.clip(-fp(x, y) / 2.0, 0, 1)), 1.6 * k)
        rr = np.sqrt(x * x + z * z)
        nut = rmax(rr - 14.5 * k, np.abs(y - capacity - w - k) - w - 3.5 * k, 2.0 * k)
        # The anvil: a round pad as wide as the shoe, grown out of the end of the arm, with a ground face.
        anvil = rmax(rr - 13.0 * k, np.maximum(y, -y - 2 * w + 4 * k), 0.9 * k)
        neck = rmax(rr - 11.0 * k, np.abs(y + w) - w * 0.9, 2.0 * k)
        d = smin(smin(smin(d, nut, 5 * k), neck, 6 * k), anvil, 3 * k)
        d = rmax(d, -np.maximum(np.maximum(rr - 16.0 * k, y - capacity * 0.5), -y), 0.8 * k)
        return rmax(d, -np.maximum(rr - 8.3 * k, capacity - 8 - y), 0.6)

    skin = steel('black oxide', (0.12, 0.122, 0.128), 0.36, 0.12, grain=0.10, blotch=0.10) if black_oxide else plastic('powder', (0.060, 0.064, 0.071), 0.38, texture=0.22, specular=0.55)
    body = sdf_mesh('frame', frame, (-throat - 2.4 * w, -2.6 * w, -17 * k), (19 * k, capacity + 2.7 * w + 4, 17 * k), 0.42 * k, skin)
    y0, R0 = opening, 8.0 * k
    top = y0 + capacity + 52 * k

    def screw(x, y, z):
        r, P = np.sqrt(x * x + z * z), 4.0 * k
        u = np.abs(((y / P - np.arctan2(z, x) / (2 * math.pi)) % 1) - 0.5) * P
        R = R0 - np.clip((1.35 * k - u) * 2.2, 0, 1.9 * k)
        run = np.clip((top - 26 * k - y) / (5 * k), 0, 1) * np.clip((y - y0 - 6 * k) / (4 * k), 0, 1)
        R = 7.3 * k * (1 - run) + R * run
        d = np.maximum((r - R) * 0.75, np.maximum(y0 + 2 - y, y - top))
        return np.minimum(d, rmax(r - 10.5 * k, np.abs(y - top + 9 * k) - 11 * k, 1.6 * k))

    bright = steel('screw', (0.50, 0.505, 0.515), 0.22, 0.10, grain=0.01)
    rod = sdf_mesh('screw', screw, (-12 * k, y0, -12 * k), (12 * k, top + 3 * k, 12 * k), 0.28 * k, bright)
    shoe = lathe('shoe', [(0.01, 0), (12.2, 0)] + arc(12.2, 0.8, 0.8, -90, 0, 5) + [(13, 4.2)] + arc(11.6, 4.2, 1.4, 0, 60, 5) + [(8.8, 8.0)] + arc(8.2, 10.5, 1.0, 0, 90, 5) + [(7.2, 11.5), (0.01, 11.5)], bright, 128)
    shoe.rotation_euler, shoe.location, shoe.scale = (math.radians(-90), 0, 0), (0, (y0 - 9 * k) * U, 0), (k, k, k)
    L = 58
    bar = lathe('bar', [(0.01, -L)] + arc(4.6, -L + 1.4, 1.4, -90, 0, 5) + [(6, -L + 7), (5.4, -L + 8.4), (4.0, -L + 9), (4.0, L - 9), (5.4, L - 8.4), (6, L - 7)] + arc(4.6, L - 1.4, 1.4, 0, 90, 5) + [(0.01, L)], bright, 96)
    # Turned so far that it touches the floor with one end: the clamp rests on it and on the arm.
    bar.rotation_euler, bar.location, bar.scale = (0, math.radians(83), 0), (9 * k * U, (top - 9 * k) * U, 3 * k * U), (k, k, k)
    root = group(place(group(body, rod, shoe, bar), (0, 0, 0), (0, 0, -90)))
    drop(root)
    return root
