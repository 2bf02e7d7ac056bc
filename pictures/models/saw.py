"""Saws: the hand saw for boards and the curved pruning saw. Toe at the right."""
import math

import numpy as np
from shapely import affinity
from shapely.geometry import Polygon
from shapely.ops import unary_union

from kit.fields import chaikin, polygon_sdf, rmax, rounded, smax
from kit.materials import Nodes, plastic, steel, wood
from kit.meshes import U, drop, group, lathe, place, sdf_mesh
from kit.shapes import prism
from kit.stamps import lettering


def printed(stamp, w, h, y0, hardened):
    """Spring steel with a printed name; the hardened tips are blue-black up to `hardened` mm from the teeth's line."""
    n = Nodes('spring steel')
    v = n.mapping()
    s = n.noise(n.mapping(scale=(0.2, 12, 12)), 7, 6, 0.72)
    low = n.noise(v, 0.25, 3)
    c, _ = n.image(stamp, n.mapping(scale=(1 / (w * U), 1 / (h * U), 1), loc=(0, -y0 / h, 0)))
    sep = n.new('ShaderNodeSeparateXYZ')
    n.link(v, sep.inputs[0])
    tip = n.ramp(n.math('ADD', n.math('MULTIPLY', sep.outputs[1], 0.1), n.math('MULTIPLY', n.noise(v, 2.0, 2), 0.02)), [(0.0, 1.0), (hardened / 100, 1.0), (hardened / 100 + 0.025, 0.0), (1.0, 0.0)]) if hardened else 0.0
    col = n.mix(low, (0.50, 0.505, 0.515), (0.57, 0.575, 0.585))
    if hardened:
        col = n.mix(tip, col, (0.10, 0.115, 0.15))
    col = n.mix(c, col, (0.028, 0.05, 0.07))
    r = n.math('ADD', n.math('MULTIPLY', s, 0.16), n.math('ADD', 0.19, n.math('MULTIPLY', c, 0.25)))
    n.set(Base_Color=col, Metallic=n.math('SUBTRACT', 1.0, n.math('MULTIPLY', c, 0.9)), Roughness=r, Normal=n.bump(s, 0.05, 0.01))
    return n.m


def toothed(edge, pitch, depth, rake=0.30):
    """Teeth along the polyline `edge` (left to right), cut to its right-hand side; gives the points of the toothed edge."""
    e = np.asarray(edge, float)
    d = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(e, axis=0), axis=1))])
    at = lambda s: np.array([np.interp(s, d, e[:, 0]), np.interp(s, d, e[:, 1])])
    pts = []
    for i in range(int(d[-1] / pitch)):
        a, b = at(i * pitch), at((i + 1) * pitch)
        t = (b - a) / np.linalg.norm(b - a)
        n = np.array([t[1], -t[0]])
        pts += [a, a + t * pitch * (1 - rake) * 0.5 + n * depth]
    return [tuple(p) for p in [*pts, at(d[-1])]]


def hand_saw(length=550, tpi=9):
    k = length / 550
    pitch = 25.4 / tpi
    x0 = -8
    teeth = toothed([(x0, 0), (length, 0)], pitch, pitch * 0.72, rake=0.1)
    outline = Polygon(teeth + [(length, 52 * k), (length - 6, 56 * k), (length * 0.55, 96 * k), (x0, 128 * k)])
    stamp = lettering('handsaw', [('TRADEBENCH', length * 0.30, 74 * k, 15 * k, 3.2), (f'{length} mm   {tpi} TPI   UNIVERSAL', length * 0.30, 52 * k, 6.2 * k, 1.2)], length, 130 * k, 6)
    z = 13.0
    blade = prism('blade', outline, z - 0.5, z + 0.5, 0.0, printed(stamp, length, 130 * k, 0, 4.5))
    outer = Polygon([(26, 128), (8, 146), (-30, 150), (-70, 140), (-108, 122), (-131, 104), (-136, 86), (-124, 66), (-121, 44), (-128, 22), (-131, 2), (-118, -14), (-96, -16), (-72, -2), (-40, 10), (4, 8), (26, 8), (34, 40), (34, 100)])
    outer = chaikin(affinity.scale(outer, k, k, origin=(0, 0)), 3)
    hole = chaikin(affinity.scale(Polygon([(-94, 104), (-58, 118), (-26, 116), (-14, 96), (-20, 62), (-34, 34), (-62, 22), (-92, 14), (-101, 30), (-95, 56), (-98, 82)]), k, k, origin=(0, 0)), 3)
    fo = polygon_sdf(outer.difference(hole), 0.35)
    # The soft part wraps the grip at the back; the straight front gives 90 and 45 degrees for marking.
    back = affinity.scale(Polygon([(-150, 110), (-99, 110), (-90, 86), (-88, 50), (-95, 6), (-150, -30)]), k, k, origin=(0, 0))
    fsoft = polygon_sdf(rounded(outer.difference(hole).intersection(back), 3, 0), 0.35)

    def handle(x, y, zz):
        return rmax(fo(x, y), np.abs(zz - z) - 13.0, 7.0)

    def soft(x, y, zz):
        ribs = 0.5 * np.clip(np.cos(y * 2 * math.pi / 9.0) * 3, -1, 1)
        return rmax(fsoft(x, y) - 1.0, np.abs(zz - z) - 13.6 - 0.25 * ribs, 7.2)

    b = outer.bounds
    hard = sdf_mesh('handle', handle, (b[0] - 2, b[1] - 2, -1), (b[2] + 2, b[3] + 2, 27), 0.6, plastic('handle', (0.60, 0.062, 0.010), 0.30, coat=0.25))
    grip = sdf_mesh('soft grip', soft, (b[0] - 3, b[1] - 2, -2), (-80 * k, 116 * k, 28), 0.55, plastic('grip', (0.026, 0.028, 0.031), 0.50, texture=0.12, specular=0.4))
    obs = [blade, hard, grip]
    for x, y in ((16, 34), (16, 70), (16, 106)):
        s = lathe('screw', [(7.4, 25.2), (7.4, 26.4), (6.6, 27.0), (0.001, 27.2)], steel('screw', (0.55, 0.555, 0.56), 0.25), 64)
        s.location = (x * k * U, y * k * U, 0)
        obs.append(s)
    root = group(place(group(*obs), (0, 0, 0), (0, 1.3, 0)))
    drop(root)
    return root


def pruning_saw(length=300):
    k = length / 300
    arc = lambda r, a0, a1, cx, cy, n=60: [(cx + r * math.sin(math.radians(a)), cy - r * math.cos(math.radians(a))) for a in np.linspace(a0, a1, n)]
    # Concave toothed edge below, convex back above: both are arcs about a point below the blade... so the tip bends down.
    cut = [(x, 10 - 0.00042 * (x - 0) ** 2) for x in np.linspace(-14, 296, 60)]
    teeth = toothed(cut, 4.4, 3.2, rake=0.75)
    back = [(x, 46 - 0.00052 * x**2 - 0.012 * x) for x in np.linspace(300, -14, 50)]
    outline = affinity.scale(Polygon(teeth + [(301, -27), (305.5, -23), (307.5, -17), (306.5, -11), (303.5, -7)] + back), k, k, origin=(0, 0))
    z = 11.0
    stamp = lettering('pruning', [('TRADEBENCH', 96 * k, 28 * k, 8.5 * k, 2.0)], 300 * k, 60 * k, 10)
    blade = prism('blade', outline, z - 0.6, z + 0.6, 0.0, printed(stamp, 300 * k, 60 * k, 0, 0))
    outer = Polygon([(22, 52), (-4, 56), (-50, 48), (-96, 34), (-128, 30), (-150, 22), (-162, 2), (-158, -18), (-146, -28), (-136, -22), (-134, -8), (-122, -2), (-92, -4), (-52, 4), (-24, 0), (4, -2), (24, 8), (30, 30)])
    outer = chaikin(affinity.scale(outer, k, k, origin=(0, 0)), 3)
    fo = polygon_sdf(outer, 0.3)

    def handle(x, y, zz):
        return rmax(fo(x, y), np.abs(zz - z) - 11.0, 8.0)

    b = outer.bounds
    beech = wood('beech', (0.62, 0.38, 0.19), (0.44, 0.235, 0.10), 'x', ring=5.0, offset=(22, 30), seed=(2, 2, 5), coat=0.25, rough=0.40, pore=0.25)
    obs = [blade, sdf_mesh('handle', handle, (b[0] - 2, b[1] - 2, -1), (b[2] + 2, b[3] + 2, 23), 0.5, beech)]
    for x, y in ((8, 20), (6, 38)):
        s = lathe('rivet', [(5.6, 21.6), (5.6, 22.4), (4.8, 23.0), (0.001, 23.2)], steel('rivet', (0.60, 0.605, 0.61), 0.22), 64)
        s.location = (x * k * U, y * k * U, 0)
        obs.append(s)
    root = group(place(group(*obs), (0, 0, 0), (0, 1.6, 0)))
    drop(root)
    return root
