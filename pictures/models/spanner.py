"""Combination spanners to DIN 3113 A and adjustable spanners. Lengths of the combination spanners follow the standard's table."""
import math

import numpy as np
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union

from kit.fields import chaikin, hexd, polygon_sdf, rmax, rounded, smax, smin
from kit.materials import Nodes, steel
from kit.meshes import U, drop, group, place, sdf_mesh
from kit.stamps import lettering

LENGTH = {6: 105, 7: 112, 8: 120, 9: 130, 10: 140, 11: 150, 12: 160, 13: 170, 14: 180, 15: 190, 16: 200, 17: 210, 18: 220,
          19: 230, 20: 240, 21: 250, 22: 260, 24: 280, 27: 310, 30: 340, 32: 360}


def combination(s):
    """Ring at the left, jaw of the same size `s` at the right, ring angled by 15 degrees."""
    length = LENGTH[s]
    ob, od = 2.12 * s + 0.6, 1.46 * s + 1.4
    ta, tb = 0.30 * s + 2.1, 0.5 * s + 2.3
    wsh, tsh = 0.60 * s + 1.9, 0.27 * s + 1.5
    L = length - od / 2 - 0.62 * s - 1
    slot = box(-0.02 * s, -s / 2, 3 * s, s / 2).union(affinity.scale(Point(-0.02 * s, 0).buffer(s / 2, 48), 0.62, 1.0))
    head = Point(0, 0).buffer(ob / 2, 96).intersection(box(-3 * s, -3 * s, 0.66 * s, 3 * s))
    blank = affinity.rotate(rounded(head, 2.2 * s / 13, 0), 15, origin=(0, 0))
    w0, w1 = wsh / 2, wsh / 2 + 0.7 * s / 13
    shank = Polygon([(-L, -w1), (-L / 2, -w0), (-2.2 * s, -w1), (-0.1 * s, -0.72 * s), (-0.1 * s, 0.72 * s), (-2.2 * s, w1), (-L / 2, w0), (-L, w1)])
    blank = rounded(rounded(unary_union([blank, shank]), 0, 12 * s / 13), 0, 30 * s / 13)
    cut = affinity.rotate(slot, 15, origin=(0, 0))
    res = 0.12 * max(1, s / 13)
    fo = polygon_sdf(affinity.translate(rounded(blank.difference(cut), 0.9 * s / 13, 0.4), L, 0), res)
    panel = polygon_sdf(LineString([(od / 2 + 0.95 * s, 0), (L - 2.75 * s, 0)]).buffer(wsh / 2 - 0.135 * s, 48), res)
    tilt = math.radians(15)
    c, sn = math.cos(tilt), math.sin(tilt)
    lift = (tb - tsh) / 2 * 0.2 + 0.104 * s
    e = s / 13

    def f(x, y, z):
        q = np.clip((x - (L - 2.6 * s)) / (1.9 * s), 0, 1)
        q = q * q * (3 - 2 * q)
        mid = (x - L / 2) / (L / 2)
        t = (tsh / 2 + 0.25 * e * mid**2) * (1 - q) + ta / 2 * q
        d = rmax(fo(x, y), np.abs(z) - t, (1.25 * (1 - q) + 0.55 * q) * e)
        d = smax(d, np.abs(z) - (t - 0.55 * e * np.clip(-panel(x, y) / (0.9 * e), 0, 1)), 0.25)
        X, Z = x * c + (z - lift) * sn, -x * sn + (z - lift) * c
        r = np.sqrt(X * X + y * y)
        ring = rmax(r - (od / 2 - 0.035 / e * Z * Z), np.abs(Z) - tb / 2, 1.0 * e)
        d = smin(np.maximum(d, -x), ring, 4.2 * e)
        points = np.minimum(hexd(X, y, s + 0.15, 0.0), hexd(X, y, s + 0.15, math.pi / 6))
        hole = np.minimum(smax(points, np.abs(Z) - 3 * tb, 0.01), smax((r - s * 0.575) * 0.74 + (tb / 2 - np.abs(Z)) * 0.67, np.abs(Z) - tb, 0.01))
        return rmax(d, -hole, 0.28)

    w, h = length + od, 3 * s
    stamp = lettering(f'spanner{s}', [('CHROME VANADIUM', L * 0.5 - 0.6 * s + od, h / 2, wsh * 0.225, 0.6 * e), (str(s), L - 0.78 * s + od, h / 2 - 0.20 * s, 0.34 * s, 0.1)], w, h, min(24, 24 / e))
    satin = steel('satin chrome', (0.60, 0.605, 0.615), 0.165, 0.06, grain=0.006, stamp=(stamp, -od, -h / 2, w, h, 0.035 * e))
    body = sdf_mesh(f'spanner {s}', f, (-od / 2 - 2, -ob / 2 - 2, -tb - 1), (L + ob / 2 + 2, ob / 2 + 2, tb + 3), 0.22 * e**0.6, satin)
    root = group(body)
    drop(root)
    return root


def phosphate(stamp, w, h, x0):
    n = Nodes('phosphate')
    v = n.mapping()
    g, lo = n.noise(v, 24, 3, 0.6), n.noise(v, 1.2, 3)
    c, _ = n.image(stamp, n.mapping(scale=(1 / (w * U), 1 / (h * U), 1), loc=(x0 / w, 0.5, 0)))
    col = n.mix(lo, (0.15, 0.153, 0.16), (0.195, 0.198, 0.205))
    n.set(Base_Color=n.mix(n.math('MULTIPLY', c, 0.6), col, (0.55, 0.55, 0.56)), Metallic=1.0, Roughness=n.math('ADD', 0.30, n.math('MULTIPLY', g, 0.14)),
          Normal=n.bump(n.math('ADD', n.math('MULTIPLY', g, 0.5), n.math('MULTIPLY', c, 1.2)), 0.16, 0.02))
    return n.m


def adjustable(length=250, opening=17, chrome=False):
    """Handle to the left, jaws to the right at 22.5 degrees. Drawn for 250 mm and scaled."""
    A = 22.5
    T = 15.5
    fixed = Polygon([(34, 6), (36, 10), (33, 19), (22, 27), (6, 30), (-12, 27), (-25, 16), (-30, 0), (-28, -16), (-20, -27), (-6, -31), (4, -30), (6, -24), (6, 0), (7, 2.5), (34, 2.5)])
    fixed = rounded(chaikin(fixed, 3).union(rounded(Polygon([(4, 2.5), (34, 2.5), (35, 8), (30, 19), (4, 24)]), 2.0, 0)), 1.5, 2.0)
    handle = Polygon([(-14, 17), (-40, 12.5), (-80, 11), (-150, 13), (-198, 15.5), (-210, 13), (-217, 6), (-218.5, 0), (-217, -6), (-210, -13), (-198, -15.5), (-150, -13), (-80, -11), (-40, -12.5), (-14, -19)])
    body = rounded(unary_union([affinity.rotate(fixed, A, origin=(0, 0)), chaikin(handle, 3)]), 2.0, 14)
    body = rounded(body.difference(affinity.rotate(box(6, -60, 60, 2.5), A, origin=(0, 0))), 1.2, 0.6)
    window = affinity.rotate(rounded(box(-11.5, -13.0, 1.5, 8.5), 1.2, 0), A, origin=(0, 0))
    fb, fw = polygon_sdf(body, 0.16), polygon_sdf(window)
    panel = polygon_sdf(rounded(Polygon([(-46, 7.0), (-90, 5.8), (-150, 7.0), (-182, 8.6), (-182, -8.6), (-150, -7.0), (-90, -5.8), (-46, -7.0)]), 4.0, 0), 0.2)
    a = math.radians(A)
    cs, sn = math.cos(a), math.sin(a)

    def thick(x):
        q = np.clip((-x - 22) / 34, 0, 1)
        q = q * q * (3 - 2 * q)
        return (T / 2) * (1 - q) + (5.6 + 0.5 * np.clip((-x - 60) / 140, 0, 1)) * q

    def f(x, y, z):
        t = thick(x)
        d = rmax(fb(x, y), np.abs(z) - t, 1.6)
        d = smax(d, np.abs(z) - (t - 1.1 * np.clip(-panel(x, y) / 1.4, 0, 1)), 0.5)
        d = rmax(d, -fw(x, y), 0.5)
        return rmax(d, -(np.sqrt((x + 204) ** 2 + y * y) - 5.5), 0.9)

    w, h = 280, 120
    # The scale stands on the head, along the way of the jaw; the lettering on the shank.
    stamp = lettering('adjustable', [(f'{length} mm   CHROME VANADIUM', 230 - 112, h / 2, 4.6, 0.9)], w, h, 16)
    scale_on_head(stamp, w, h, 16, 230, a)
    finish = steel('chrome', (0.62, 0.625, 0.635), 0.12, 0.05, grain=0.004, stamp=(stamp, -230, -h / 2, w, h, 0.03)) if chrome else phosphate(stamp, w, h, 230)
    main = sdf_mesh('body', f, (-222, -40, -9), (44, 44, 9), 0.36, finish)

    jaw = chaikin(Polygon([(40, -opening + 6), (36.5, -opening - 4), (29, -opening - 13), (19, -opening - 18.5), (9, -opening - 19), (-2, -opening - 19), (-2, -opening + 6)]), 3)
    jaw = affinity.translate(rounded(jaw.intersection(box(5.6, -opening - 40, 34.2, -opening)), 1.3, 0), 0, 2.5)
    fm = polygon_sdf(jaw)

    def fmov(x, y, z):
        u, v = x * cs + y * sn, -x * sn + y * cs
        d = rmax(fm(u, v), np.abs(z) - (T / 2 - 0.4), 1.1)
        # The rack runs inside the head and ends flush with the jaw's back.
        rack = rmax(np.maximum(np.abs(u - 1.5) - 5.0, np.abs(v + opening + 0.5) - 15.5), np.abs(z) - 3.6, 0.6)
        return np.minimum(d, rack)

    jaw_finish = steel('jaw', (0.62, 0.625, 0.635), 0.13, 0.05, grain=0.004) if chrome else steel('jaw phosphate', (0.17, 0.173, 0.18), 0.34, 0.1, grain=0.03)
    moving = sdf_mesh('jaw', fmov, (-14, -62, -9), (60, 20, 9), 0.28, jaw_finish)

    def fk(x, y, z):
        u, v = x * cs + y * sn + 5.0, -x * sn + y * cs + 2.2
        r, an = np.sqrt(u * u + z * z), np.arctan2(z, u)
        R = 7.4 - 0.9 * np.abs(((v / 3.2 - an / (2 * math.pi)) % 1) - 0.5) * 2 - 0.28 * np.cos(an * 30)
        return smax((r - R) * 0.6, np.abs(v) - 9.6, 0.8)

    knurl = sdf_mesh('knurl', fk, (-20, -20, -9), (12, 16, 9), 0.18, steel('knurl', (0.34, 0.345, 0.355), 0.26, 0.08))
    root = group(main, moving, knurl)
    root.scale = (length / 250,) * 3
    drop(root)
    return root


def scale_on_head(path, w, h, ppm, x0, angle):
    """Etched lines beside the moving jaw, 0 to 30 mm, drawn into the lettering's picture."""
    from PIL import Image, ImageDraw

    im = Image.open(path)
    d = ImageDraw.Draw(im)
    c, s = math.cos(angle), math.sin(angle)
    for i in range(0, 31):
        v = 1.0 - i * 0.82
        u0, u1 = 5.4, 5.4 - (3.3 if i % 10 == 0 else 2.5 if i % 5 == 0 else 1.6)
        p = [((x0 + u * c - v * s) * ppm, (h - (h / 2 + u * s + v * c)) * ppm) for u in (u0, u1)]
        d.line([*p[0], *p[1]], 255, 4)
    im.save(path)
