"""Shears and the insulation knife."""
import math

import numpy as np
from shapely import affinity
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from kit.fields import chaikin, polygon_sdf, rmax, rounded, smax
from kit.materials import plastic, steel, wood
from kit.meshes import U, drop, group, lathe, place, sdf_mesh
from kit.shapes import prism
from kit.stamps import lettering
from models.saw import toothed


def workshop_shears(length=200):
    """Two halves crossed at a bolt; the lower blade is serrated. Drawn for 200 mm, tips at the right."""
    k = length / 200
    bright = steel('blade', (0.60, 0.605, 0.615), 0.17, 0.06, brush=(20, 0.5, 0.5), brush_strength=0.05)
    shell = plastic('bow', (0.60, 0.062, 0.010), 0.28, coat=0.3)
    soft = plastic('bow inside', (0.026, 0.028, 0.031), 0.5, texture=0.1, specular=0.4)
    halves = []
    for side in (1, -1):
        edge = [(92, -2.2 * side), (-6, -7.5 * side)]
        if side == -1:
            edge = [(x, -y) for x, y in toothed([(-6, 7.5 * -1 * -1), (92, 2.2)], 1.5, -0.5, 0.4)][::-1]
            edge = [(x, -y) for x, y in edge]
        blade = Polygon([*edge, (-16, -9 * side), (-34, -4 * side), (-34, 9 * side), (-12, 11 * side), (14, 11.5 * side), (64, 6.6 * side), (92, -0.6 * side)])
        z0, z1 = (0.05, 2.4) if side == 1 else (-2.4, -0.05)
        steel_part = prism('blade', blade.buffer(0), z0, z1, 0.35, bright)
        ring = affinity.rotate(affinity.scale(Point(0, 0).buffer(1, 64), 42, 22 if side == 1 else 20), -14 * side, origin=(0, 0))
        inner = affinity.rotate(affinity.scale(Point(0, 0).buffer(1, 64), 31, 12.5 if side == 1 else 10.5), -14 * side, origin=(0, 0))
        cx, cy = -74, -20 * side
        arm = Polygon([(-18, -8 * side), (-18, 8 * side), (-46, -2 * side), (-52, -14 * side), (-44, -18 * side)])
        outer = rounded(unary_union([affinity.translate(ring, cx, cy), arm.buffer(0)]), 3, 14)
        body = polygon_sdf(outer.difference(affinity.translate(inner, cx, cy)), 0.2)
        lining = polygon_sdf(affinity.translate(inner, cx, cy).buffer(2.6).difference(affinity.translate(inner, cx, cy).buffer(-0.6)), 0.2)
        b = outer.bounds
        lift = 0.9 * side
        hard = sdf_mesh('bow', lambda x, y, z: rmax(body(x, y), np.abs(z - lift) - 5.6, 3.6), (b[0] - 1, b[1] - 1, -7.5), (b[2] + 1, b[3] + 1, 7.5), 0.36, shell)
        inside = sdf_mesh('lining', lambda x, y, z: rmax(lining(x, y), np.abs(z - lift) - 5.0, 1.4), (b[0] - 1, b[1] - 1, -7), (b[2] + 1, b[3] + 1, 7), 0.32, soft)
        halves.append(place(group(steel_part, hard, inside), (0, 0, 0), (0, 0, 9 * side)))
    pivot = lathe('pivot', [(6.2, 2.0), (6.2, 4.2), (5.6, 4.9), (4.2, 5.0), (4.0, 4.4), (0.001, 4.4)], steel('pivot', (0.5, 0.505, 0.51), 0.24), 96)
    slot = prism('slot', Polygon([(-4.2, -0.6), (4.2, -0.6), (4.2, 0.6), (-4.2, 0.6)]), 4.38, 4.46, 0, plastic('dark', (0.01, 0.01, 0.01), 0.8))
    root = group(*halves, pivot, slot)
    root.scale = (k,) * 3
    drop(root)
    return root


def insulation_knife(length=280):
    """One waved and one straight edge, full tang, riveted handle; point at the right."""
    k = length / 280
    waves = [(x, -22 - 1.6 * abs(math.sin(x / 9.0 * math.pi))) for x in np.arange(8, 128, 0.45)]
    point = [(134, -20), (144, -13), (150, -3), (152, 6), (150, 13), (143, 19), (130, 22.5)]
    blade = Polygon([(-122, -13), (-6, -13), (2, -22)] + waves + point + [(4, 23.5), (-4, 14), (-122, 14)])
    stamp = lettering('knife', [('TRADEBENCH', 46, 30, 7.5, 1.6), ('STAINLESS  54-56 HRC', 46, 20, 3.6, 0.7)], 160, 60, 14)
    satin = steel('stainless', (0.58, 0.585, 0.595), 0.20, 0.06, brush=(0.4, 18, 18), brush_strength=0.06, stamp=(stamp, 0, -26, 160, 60, 0.0))
    sheet = prism('blade', blade.buffer(0), 8.6, 10.4, 0.5, satin)
    grip = chaikin(Polygon([(-4, 13), (-14, 17), (-50, 16), (-90, 17.5), (-118, 21), (-127, 14), (-128, -6), (-124, -20), (-112, -21), (-92, -15), (-60, -19), (-30, -16), (-12, -16.5), (-3, -13)]), 3)
    fg = polygon_sdf(grip, 0.2)
    b = grip.bounds
    tang = prism('tang', rounded(grip.buffer(-0.3), 1, 0), 8.7, 10.3, 0.2, satin)

    def scales(x, y, z):
        return np.maximum(rmax(fg(x, y), np.abs(z - 9.5) - 9.5, 6.0), 0.9 - np.abs(z - 9.5))

    walnut = wood('walnut', (0.24, 0.105, 0.042), (0.10, 0.036, 0.014), 'x', ring=3.0, offset=(16, 22), seed=(1, 4, 2), coat=0.22, rough=0.42)
    obs = [sheet, tang, sdf_mesh('scales', scales, (b[0] - 1, b[1] - 1, -1), (b[2] + 1, b[3] + 1, 20), 0.4, walnut)]
    brass = steel('brass', (0.72, 0.47, 0.17), 0.20, 0.06)
    for x in (-24, -62, -102):
        pin = lathe('pin', [(4.4, 17.0), (4.4, 19.0), (4.0, 19.35), (0.001, 19.5)], brass, 64)
        pin.location = (x * U, 0, 0)
        obs.append(pin)
    root = group(*obs)
    root.scale = (k,) * 3
    drop(root)
    return root
