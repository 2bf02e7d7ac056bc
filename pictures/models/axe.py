"""Axes and picks: a forged head round the eye at the origin, edge along +x, handle down -z."""
import math

import numpy as np
from scipy.interpolate import PchipInterpolator
from shapely.geometry import Polygon

from kit.fields import f32, polygon_sdf, rmax, rounded, smax, smin
from kit.materials import wood
from kit.meshes import loft, sdf_mesh
from models.hammer import bezier, forged, lay


def curved_handle(length, material, stations, front, side, sweep, top, k=1.0):
    """`stations` 0..1 from the eye to the knob; half widths and the sweep to the front in mm."""
    s = np.linspace(0, 1, 170)
    s = np.concatenate([s, 1 + np.linspace(0.0005, 0.012, 14)])
    A, B, O = (PchipInterpolator(stations, np.array(q) * k) for q in (front, side, sweep))
    th = np.linspace(0, 2 * math.pi, 97)[:-1]
    secs = []
    for t in s:
        q = min(t, 1.0)
        shrink = math.sqrt(max(0.0, 1 - ((t - 1) / 0.0125) ** 2)) if t > 1 else 1.0
        c = np.stack([np.cos(th) * A(q) * shrink + O(q), np.sin(th) * B(q) * shrink, np.full_like(th, top - t * length)], 1)
        secs.append(c)
    return loft('handle', secs, material, auto=75)


def axe_head(cheek, outline, k, ground, convex=False):
    side = polygon_sdf(rounded(Polygon(outline), 1.0, 6), 0.25)
    half = PchipInterpolator(*cheek)

    def f(x, y, z):
        x, y, z = x / k, y / k, z / k
        w = half(np.clip(x, cheek[0][0], cheek[0][-1])).astype(f32)
        if convex:
            w = w * (1 - 0.12 * np.clip((np.abs(z) - 8) / 30, 0, 1))
        d = rmax(side(x, z), (np.abs(y) - w) * 0.97, 1.0)
        eye = (np.sqrt((x / 23.0) ** 2 + (y / 8.6) ** 2) - 1) * 8.6
        return rmax(d, -eye, 0.5) * k

    b = np.array(outline)
    lo, hi = b.min(0) * k, b.max(0) * k
    t = max(cheek[1]) * k + 1
    return sdf_mesh('axe head', f, (lo[0] - 1, -t, lo[1] - 1), (hi[0] + 1, t, hi[1] + 1), 0.45, forged(200, ground * k, 0.15, 0.21, bow=(0.035, 0.2), width=0.18))


def felling_axe(length=800, kilos=1.6):
    k = (kilos / 1.6) ** (1 / 3)
    outline = bezier((-36, 27), (-10, 29), (40, 24), (118, 50)) + bezier((118, 50), (131, 22), (131, -34), (117, -66)) + bezier((117, -66), (80, -36), (40, -30), (-2, -34)) + [(-36, -30)]
    head = axe_head(([-37, -30, 0, 24, 60, 100, 118, 132], [14.5, 15.0, 14.6, 13.2, 8.2, 3.4, 1.6, 0.05]), outline, k, 106)
    ash = wood('ash', (0.66, 0.46, 0.25), (0.42, 0.245, 0.10), 'z', ring=4.2, offset=(24, 30), seed=(2, 5, 1), coat=0.2, rough=0.44)
    handle = curved_handle(length, ash, [0, 0.08, 0.16, 0.4, 0.7, 0.88, 0.95, 0.985, 1.0],
                           [22, 21, 19, 16.5, 15.5, 17, 22, 24, 21], [8.4, 8.8, 11.5, 11.5, 11, 12, 14, 14.5, 12], [0, 0, 1, 8, -6, 2, 14, 22, 25], 32 * k, 1.0)
    return lay([head, handle], roll=0.25, swing=0)


def hatchet(length=360, grams=600):
    k = (grams / 600) ** (1 / 3) * 0.72
    outline = bezier((-36, 27), (-10, 29), (40, 22), (104, 40)) + bezier((104, 40), (114, 18), (114, -34), (102, -60)) + bezier((102, -60), (70, -36), (36, -30), (-2, -34)) + [(-36, -30)]
    head = axe_head(([-37, -30, 0, 24, 50, 80, 100, 115], [16.5, 17.0, 16.4, 15.4, 13.0, 8.4, 3.8, 0.05]), outline, k, 92, convex=True)
    hick = wood('hickory', (0.58, 0.325, 0.125), (0.30, 0.125, 0.036), 'z', ring=3.0, offset=(7, 16), seed=(6, 1, 2), coat=0.3, rough=0.38)
    handle = curved_handle(length, hick, [0, 0.10, 0.2, 0.45, 0.75, 0.9, 0.97, 1.0],
                           [16, 15.4, 14, 12.8, 13.2, 15.5, 17.5, 15.5], [6.0, 6.3, 8.6, 8.8, 9.2, 10.5, 11.4, 9.8], [0, 0, 0, 4, -4, 3, 11, 14], 25 * k / 0.72, 1.0)
    return lay([head, handle], roll=0.9, swing=0)


def pickaxe(kilos=2.5, length=900):
    """Pick to the left of the eye, chisel to the right; both arms bend towards the handle."""
    R, reach = 520.0, 262.0
    tall = PchipInterpolator([-reach, -250, -200, -60, -30, 0, 30, 60, 200, 250, reach], [1.4, 3.2, 9, 17, 24, 26, 24, 17, 9.5, 5.5, 2.0])
    wide = PchipInterpolator([-reach, -250, -200, -60, -30, 0, 30, 60, 200, 250, reach], [1.4, 3.2, 9, 14, 24, 27, 24, 14, 14, 18, 20])

    def f(x, y, z):
        zc = z + x * x / (2 * R)
        slope = 1 / np.sqrt(1 + (x / R) ** 2)
        h, w = tall(np.clip(x, -reach, reach)).astype(f32), wide(np.clip(x, -reach, reach)).astype(f32)
        a, b = (np.abs(zc) - h) * slope, np.abs(y) - w
        eight = ((np.abs(zc) / h + np.abs(y) / w) - 1.62) * np.minimum(h, w) * 0.62
        d = smax(smax(smax(a, b, 3.0), np.abs(x) - reach, 1.5), eight, 3.0)
        d = smin(d, np.maximum((np.sqrt((x / 31.0) ** 2 + (y / 27.0) ** 2) - 1) * 27.0, np.abs(zc + 8) - 33), 10)
        return rmax(d, -(np.sqrt((x / 23.0) ** 2 + (y / 17.0) ** 2) - 1) * 17.0, 1.0)

    head = sdf_mesh('pick', f, (-268, -32, -75), (268, 32, 32), 0.8, forged(246, 243, 0.13, 0.18, bow=(0.0, 0.0), width=0.5))
    ash = wood('ash', (0.66, 0.46, 0.25), (0.42, 0.245, 0.10), 'z', ring=4.6, offset=(26, 34), seed=(4, 5, 3), coat=0.12, rough=0.48)
    handle = curved_handle(length, ash, [0, 0.04, 0.10, 0.2, 0.5, 0.9, 1.0], [28, 24.5, 22, 20, 18.5, 19, 17.5], [21, 18.5, 16.5, 15.5, 14.5, 15.5, 14], [0] * 7, 36, 1.0)
    return lay([head, handle], roll=0.6, swing=0)
