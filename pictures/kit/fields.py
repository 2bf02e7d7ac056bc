"""Signed distances in millimetres, as numpy functions of x, y, z: negative inside. Forged and moulded parts are made of them."""
import math

import numpy as np
from scipy.ndimage import map_coordinates
from scipy.spatial import cKDTree
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

f32 = np.float32
def smin(a, b, k):
    h = np.maximum(k - np.abs(a - b), 0) / k
    return np.minimum(a, b) - h * h * k * 0.25

def smax(a, b, k): return -smin(-a, -b, k)

def rmax(a, b, r):
    """intersection with a true round edge of radius r"""
    u = np.maximum(a + r, 0); v = np.maximum(b + r, 0)
    return np.minimum(np.maximum(a, b), -r) + np.sqrt(u * u + v * v)

def cmax(a, b, c):
    """intersection with a chamfer of leg c"""
    return np.maximum(np.maximum(a, b), (a + b + c) * 0.70710678)

def extrude(d2, z, half, r): return rmax(d2, np.abs(z) - half, r)

def rbox(x, y, z, hx, hy, hz, r):
    qx, qy, qz = np.abs(x) - hx + r, np.abs(y) - hy + r, np.abs(z) - hz + r
    return np.sqrt(np.maximum(qx, 0)**2 + np.maximum(qy, 0)**2 + np.maximum(qz, 0)**2) + np.minimum(np.maximum(qx, np.maximum(qy, qz)), 0) - r

def hexd(x, y, s, rot=0.0):
    """hexagon prism, s = width across flats"""
    d = None
    for i in range(3):
        a = rot + i * math.pi / 3
        t = np.abs(x * math.cos(a) + y * math.sin(a)) - s / 2
        d = t if d is None else np.maximum(d, t)
    return d

def polygon_sdf(poly, res=0.12, pad=12):
    """The exact signed distance of a shapely polygon on a grid of `res` mm, as a smooth look-up function of x and y."""
    x0, y0, x1, y1 = poly.bounds
    x0, y0, x1, y1 = x0 - pad, y0 - pad, x1 + pad, y1 + pad
    gx = x0 + np.arange(int((x1 - x0) / res) + 2) * res
    gy = y0 + np.arange(int((y1 - y0) / res) + 2) * res
    P = np.stack(np.meshgrid(gx, gy, indexing='ij'), -1).reshape(-1, 2)
    segments, before, after, samples, owner = [], [], [], [], []
    for ring in [poly.exterior, *poly.interiors]:
        c = np.array(ring.simplify(res / 30).coords)
        first, n = len(segments), len(c) - 1
        for i in range(n):
            segments.append((*c[i], *c[i + 1]))
            before.append(first + (i - 1) % n)
            after.append(first + (i + 1) % n)
            k = max(2, int(np.hypot(*(c[i + 1] - c[i])) / res) + 1)
            samples.append(c[i] + (c[i + 1] - c[i]) * np.linspace(0, 1, k)[:, None])
            owner += [first + i] * k
    S = np.array(segments)
    nearest = np.array(owner)[cKDTree(np.concatenate(samples)).query(P)[1]]
    d2 = np.full(len(P), 1e9)
    for seg in (nearest, np.array(before)[nearest], np.array(after)[nearest]):
        a, e = S[seg, :2], S[seg, 2:] - S[seg, :2]
        w = P - a
        t = np.clip((w * e).sum(1) / np.maximum((e * e).sum(1), 1e-12), 0, 1)
        np.minimum(d2, ((w - t[:, None] * e) ** 2).sum(1), out=d2)
    inside = np.zeros((len(gx), len(gy)), bool)
    for j, y in enumerate(gy):
        crossed = S[(S[:, 1] > y) != (S[:, 3] > y)]
        xs = np.sort(crossed[:, 0] + (y - crossed[:, 1]) * (crossed[:, 2] - crossed[:, 0]) / (crossed[:, 3] - crossed[:, 1]))
        inside[:, j] = np.searchsorted(xs, gx) % 2 == 1
    D = (np.sqrt(d2).reshape(inside.shape) * np.where(inside, -1, 1)).astype(f32)

    def f(x, y):
        x, y = np.broadcast_arrays(x, y)
        return map_coordinates(D, [((x - x0) / res).ravel(), ((y - y0) / res).ravel()], order=1, mode='nearest').reshape(x.shape).astype(f32)

    return f


def chaikin(poly, n=3, keep=()):
    """corner cutting: a drawn polygon becomes a flowing outline"""
    c = np.array(poly.exterior.coords)[:-1]
    for _ in range(n):
        d = np.roll(c, -1, 0); c = np.stack([0.75 * c + 0.25 * d, 0.25 * c + 0.75 * d], 1).reshape(-1, 2)
    return Polygon(c)

def rounded(poly, convex=0.5, concave=0.5):
    if concave: poly = poly.buffer(concave, 24).buffer(-concave, 24)
    if convex: poly = poly.buffer(-convex, 24).buffer(convex, 24)
    return poly

