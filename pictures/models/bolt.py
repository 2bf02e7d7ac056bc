"""Hexagon bolts with part thread and their nuts: ISO 4014 and 4032, and unified inch sizes."""
import math

import numpy as np

from kit.fields import f32, hexd, rmax, smax, smin
from kit.materials import steel
from kit.meshes import drop, group, lathe, mesh_object, place, sdf_mesh
from kit.stamps import lettering

# size: diameter, pitch, across flats, head's height, nut's height, bearing face (mm)
METRIC = {5: (5, 0.8, 8, 3.5, 4.7, 6.9), 6: (6, 1.0, 10, 4.0, 5.2, 8.9), 8: (8, 1.25, 13, 5.3, 6.8, 11.6), 10: (10, 1.5, 16, 6.4, 8.4, 14.6),
          12: (12, 1.75, 18, 7.5, 10.8, 16.6), 14: (14, 2.0, 21, 8.8, 12.8, 19.6), 16: (16, 2.0, 24, 10.0, 14.8, 22.5), 20: (20, 2.5, 30, 12.5, 18.0, 28.2), 24: (24, 3.0, 36, 15.0, 21.5, 33.6)}
INCH = {'1/4': (6.35, 1.27, 11.11, 4.14, 5.56, 10.0), '5/16': (7.94, 1.411, 12.7, 5.36, 6.75, 11.6), '3/8': (9.525, 1.5875, 14.29, 6.17, 8.33, 13.0), '1/2': (12.7, 1.954, 19.05, 8.2, 11.1, 17.5)}
ZINC = dict(color=(0.60, 0.615, 0.64), rough=0.24, var=0.12, grain=0.008, blotch=0.05)
YELLOW = dict(color=(0.80, 0.61, 0.30), rough=0.22, var=0.12, grain=0.008, blotch=0.09)


def thread_profile(P, d):
    """Radius over one pitch of the ISO 68-1 profile, root rounded; u in pitches from the middle of a crest."""
    rmaj = d / 2

    def r(u):
        u = np.abs((u + 0.5) % 1 - 0.5) * P
        flank = rmaj - (u - P / 16) / math.tan(math.radians(30))
        root = rmaj - 0.6134 * P
        q = -smin(-np.where(u < P / 16, rmaj, flank), np.full_like(u, -root), 0.10 * P)
        return smin(q, np.full_like(q, rmaj), 0.05 * P)

    return r


def screw(name, d, P, shank, L, mat):
    """Shank from z = 0, thread from `shank` to L, as a helical grid: the crests are true edges."""
    r = thread_profile(P, d)
    dsh, nth, chamfer = d - 0.12, 144, 0.62 * P + 0.3
    u1 = np.unique(np.concatenate([np.linspace(-0.5, 0.5, 17), [-0.09, -0.075, -0.0625, -0.05, 0.05, 0.0625, 0.075, 0.09], [-0.47, -0.44, -0.41, 0.41, 0.44, 0.47]]))[:-1]
    uu = np.concatenate([u1 + k for k in range(-3, int(L / P) + 4)])
    th = np.linspace(0, 2 * math.pi, nth + 1)
    Uu, T = np.meshgrid(uu, th, indexing='ij')
    Z = (Uu + T / (2 * math.pi)) * P
    run = np.clip((Z - shank) / (2.2 * P), 0, 1)
    run = run * run * (3 - 2 * run)
    R = dsh / 2 + (np.maximum(r(Uu), 0) - dsh / 2) * run
    Zc = np.clip(Z, 0, L)
    R = np.minimum(R, np.maximum((d / 2 - chamfer) + (L - Z), d / 2 - chamfer))
    R = np.where(Z > L, d / 2 - chamfer, R)
    g = np.clip(0.6 - Zc, 0, 0.6)
    R = np.where(Z < shank - 1, R + 0.6 - np.sqrt(np.maximum(0.36 - g**2, 0)), R)
    V = np.stack([R * np.cos(T), R * np.sin(T), Zc], -1).reshape(-1, 3)
    n = nth + 1
    base = np.arange(len(uu) - 1)[:, None] * n + np.arange(nth)[None]
    F = np.stack([base, base + 1, base + n + 1, base + n], -1).reshape(-1, 4)
    z = V[:, 2][F]
    F = F[~((z.max(1) <= 0) | (z.min(1) >= L))]
    cap = lathe(name + ' end', [(d / 2 - chamfer, L), (d / 2 - chamfer - 0.15, L), (0.001, L)], mat, 144)
    return [mesh_object(name, V, F, None, mat, auto=38), cap]


def hex_head(s, k, dw, mat):
    def f(x, y, z):
        r = np.sqrt(x * x + y * y)
        d = rmax(hexd(x, y, s), np.maximum(z + 0.5, -z - k), 0.12)
        d = rmax(d, (r - s / 2 * 0.985) * 0.5 + (-z - k) * 0.866, 0.18)
        return np.minimum(d, rmax(r - dw / 2, np.maximum(z, -z - 1.5), 0.1))

    e = s * 0.5774 + 0.6
    return sdf_mesh('head', f, (-e, -e, -k - 0.4), (e, e, 0.4), s / 150, mat)


def hex_nut(d, P, m, s, mat):
    prof = thread_profile(P, d + 0.1)

    def f(x, y, z):
        r, h = np.sqrt(x * x + y * y), m / 2
        d1 = rmax(hexd(x, y, s), np.abs(z) - h, 0.12)
        d1 = rmax(d1, (r - s / 2 * 0.985) * 0.5 + (np.abs(z) - h) * 0.866, 0.18)
        hole = (r - prof(z / P - np.arctan2(y, x) / (2 * math.pi)).astype(f32)) * 0.8
        hole = np.minimum(hole, (r - (d / 2 + 0.45)) * 0.707 + (h - np.abs(z)) * 0.707)
        return smax(d1, -hole, 0.08)

    e = s * 0.5774 + 0.6
    return sdf_mesh('nut', f, (-e, -e, -m / 2 - 0.3), (e, e, m / 2 + 0.3), s / 150, mat)


def bolt(size=10, length=50, grade='8.8', coat=ZINC, flat_layout=False):
    """On the floor, head to the left, its nut before it. `size` is a metric number or an inch name; grade '5' is marked by lines."""
    d, P, s, k, m, dw = METRIC.get(size) or INCH[size]
    w = 2 * s
    if grade == '5':
        stamp = lettering(f'grade {size}', [], w, w, 1200 / w)
        three_lines(stamp, s)
    else:
        stamp = lettering(f'grade {size} {grade}', [(grade, w / 2, w / 2 + 0.16 * s, 0.20 * s, 0.016 * s), ('TB', w / 2, w / 2 - 0.18 * s, 0.13 * s, 0.02 * s)], w, w, 1000 / w, mirrored=True)
    mat, plain = steel('plating', **coat), steel('plating nut', **coat)
    marked = steel('plating head', stamp=(stamp, -w / 2, -w / 2, w, w, 0.006 * s), **coat)
    thread = 2 * d + 6 if size in METRIC else 2 * d + 6.35
    own = group(hex_head(s, k, dw, marked), *screw('bolt', d, P, max(1.2 * P, length - thread), length, mat))
    # It rests on a flat of its head and on the end of its thread.
    own.rotation_euler = (0, math.radians(90) + math.asin(min(0.5, (s - d) / 2 / length)), 0)
    lying = place(group(own), (-length / 2, 0, 0), (0, 0, 0))
    drop(lying)
    nut = place(hex_nut(d, P, m, s, plain), (length * 0.16, -1.5 * s - 0.04 * length, m / 2), (0, 0, 17))
    drop(nut)
    return group(lying, nut)


def three_lines(path, s):
    from PIL import Image, ImageDraw

    im = Image.open(path)
    d = ImageDraw.Draw(im)
    n = im.width
    k = n / (2 * s)
    for i in range(3):
        a = math.radians(90 + 120 * i)
        p = [(n / 2 + r * s * k * math.cos(a), n / 2 + r * s * k * math.sin(a)) for r in (0.20, 0.42)]
        d.line([*p[0], *p[1]], 255, int(0.05 * s * k))
    im.save(path)
