"""Hammers: claw, ball pein, cross pein. Built round the eye at the origin: the face looks along -x, the handle hangs along -z."""
import math

import bpy
import numpy as np
from scipy.interpolate import PchipInterpolator
from shapely.geometry import Polygon

from kit.fields import cmax, f32, polygon_sdf, rbox, rmax, rounded, smax, smin
from kit.materials import Nodes, plastic, steel, wood
from kit.meshes import drop, group, loft, mesh_object, place, sdf_mesh


def bezier(p0, p1, p2, p3, n=30):
    t = np.linspace(0, 1, n)[:, None]
    p0, p1, p2, p3 = map(np.array, (p0, p1, p2, p3))
    return list(map(tuple, (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t**2 * p2 + t**3 * p3))


def forged(face_mm, ground_mm, skin_dark=0.17, skin_light=0.25, bow=(-0.22, 0.45), width=0.9):
    """Head steel: ground bright outside `face_mm` on the left and `ground_mm` on the right, forged skin under lacquer between."""
    n = Nodes('head steel')
    v = n.mapping()
    sep = n.new('ShaderNodeSeparateXYZ')
    n.link(v, sep.inputs[0])
    x, y, z = sep.outputs
    bent = n.math('ADD', n.math('MULTIPLY', n.math('MULTIPLY', z, z), bow[0]), n.math('MULTIPLY', n.math('MULTIPLY', y, y), bow[1]))
    wob = n.math('ADD', n.math('MULTIPLY', n.math('SUBTRACT', n.noise(v, 1.2, 3), 0.5), 0.30), bent)
    right = n.math('ADD', x, n.math('ADD', wob, n.math('MULTIPLY', n.math('SUBTRACT', n.noise(v, 5, 3), 0.5), 0.12)))
    left = n.math('ADD', x, n.math('MULTIPLY', n.math('SUBTRACT', n.noise(v, 1.2, 2), 0.5), 0.04))
    a, b = face_mm / 10, ground_mm / 10
    wide = 0.5 / (max(abs(a), abs(b)) + 4)
    bright = n.math('ADD', n.ramp(n.math('ADD', n.math('MULTIPLY', left, wide), 0.5), [(0, 1.0), (0.5 - wide * (a + 0.06), 1.0), (0.5 - wide * (a - 0.06), 0.0), (1, 0.0)]),
                    n.ramp(n.math('ADD', n.math('MULTIPLY', right, wide), 0.5), [(0, 0.0), (0.5 + wide * b, 0.0), (0.5 + wide * (b + width), 1.0), (1, 1.0)]))
    skin = n.noise(v, 7.0, 5, 0.6)
    lines = n.noise(n.mapping(scale=(26, 0.6, 2.0)), 5, 4, 0.65)
    dark, pale = (skin_dark, skin_dark * 1.03, skin_dark * 1.08), (skin_light, skin_light * 1.02, skin_light * 1.06)
    r = n.math('ADD', n.math('MULTIPLY', bright, -0.14), 0.36)
    r = n.math('ADD', r, n.math('MULTIPLY', n.math('SUBTRACT', skin, 0.5), 0.14))
    r = n.math('ADD', r, n.math('MULTIPLY', n.math('MULTIPLY', bright, n.math('SUBTRACT', lines, 0.5)), 0.16))
    h = n.mix(bright, skin, n.math('MULTIPLY', lines, 0.35))
    n.set(Base_Color=n.mix(bright, n.mix(skin, dark, pale), (0.60, 0.605, 0.61)), Metallic=1.0, Roughness=r,
          Normal=n.bump(h, 0.10, 0.03), Clearcoat=0.15, Clearcoat_Roughness=0.15)
    return n.m


def eye_hole(d, x, y, ax=10.4, by=7.4):
    return rmax(d, -(np.sqrt((x / ax) ** 2 + (y / by) ** 2) - 1) * by, 0.5)


def octagon(y, z):
    return np.maximum(np.maximum(np.abs(y), np.abs(z)), (np.abs(y) + np.abs(z)) * 0.7071)


def claw_head():
    side = Polygon(bezier((-4, 11.2), (34, 14.6), (66, 7), (80, -20)) + bezier((77.6, -21.5), (62, -6.5), (40, -5.5), (4, -12.5)))
    side = rounded(side, 0.5, 1.5)
    gap = Polygon([(27, 0), (40, 1.5), (90, 7.6), (90, -7.6), (40, -1.5)])
    top = Polygon([(-3, 9.0), (18, 10.2), (34, 13.6), (46, 15.6), (90, 14.2), (90, -14.2), (46, -15.6), (34, -13.6), (18, -10.2), (-3, -9.0)])
    top = rounded(rounded(top, 0, 30).difference(gap.buffer(0.9)), 0.6, 0.8)
    fs, ft = polygon_sdf(side), polygon_sdf(top)
    neck_r = PchipInterpolator([-70, -40, -36, -28, -18, 0], [12.4, 12.4, 10.6, 9.6, 10.6, 12.0])
    top_z = PchipInterpolator([-70, -44, -30, -14, 2, 16, 30, 44, 100], [22, 20, 11.4, 11.8, 12.3, 12.8, 14.0, 22, 22])
    cheek_y = PchipInterpolator([-70, -44, -30, -14, 14, 26, 40, 100], [22, 20, 10.6, 10.6, 10.6, 12.0, 18, 22])

    def f(x, y, z):
        rr = np.sqrt(y * y + z * z)
        crown = 54 + 0.6 - rr * rr / 300
        poll = cmax(np.maximum(rr - 13.6, x + 40), -x - crown, 1.3)
        poll = cmax(poll, x + 40.5, 2.2)
        rn = smax(octagon(y, z) * 0.985, rr * 0.965, 1.6)
        neck = np.maximum((rn - neck_r(x).astype(f32)) * 0.95, np.maximum(-x - 42, x))
        cheek = rbox(x, y, z + 1.6, 12.6, 12.0, 13.6, 3.0)
        lug = rmax(np.abs(y) - 12.0, (np.abs(x) * 0.80 + (-z - 22.5) * 0.6), 2.0)
        lug = np.maximum(lug, np.maximum(z, -z - 24))
        claw = rmax(fs(x, z), ft(x, y), 1.0)
        d = smin(smin(smin(neck, smin(cheek, lug, 6), 9.0), claw, 8.0), poll, 1.6)
        d = smax(d, (z - top_z(x).astype(f32)) * 0.9, 2.5)
        d = smax(d, (np.abs(y) - cheek_y(x).astype(f32)) * 0.95, 1.0)
        return eye_hole(d, x, y)

    return sdf_mesh('claw head', f, (-58, -18, -29), (83, 18, 17), 0.32, forged(38.6, 27))


def ball_pein_head():
    neck_r = PchipInterpolator([-60, -38, -30, -20, -12, 0, 12, 20, 27, 34, 60], [13.5, 13.2, 10.4, 9.6, 11.5, 12.6, 11.5, 9.4, 8.8, 9.6, 11])

    def f(x, y, z):
        rr = np.sqrt(y * y + z * z)
        poll = cmax(cmax(np.maximum(rr - 15.0, x + 36), -x - (55 - rr * rr / 300), 1.4), x + 36, 2.4)
        ball = np.sqrt((x - 42.5) ** 2 + rr * rr) - 12.6
        rn = smax(octagon(y, z) * 0.985, rr * 0.965, 2.0)
        neck = np.maximum((rn - neck_r(x).astype(f32)) * 0.9, np.abs(x) - 38)
        cheek = rbox(x, y, z, 13.2, 12.2, 13.5, 4.0)
        d = smin(smin(smin(neck, cheek, 7), poll, 2.0), ball, 4.0)
        return eye_hole(d, x, y)

    return sdf_mesh('ball pein head', f, (-58, -17, -17), (58, 17, 17), 0.32, forged(36.0, 31.0))


def cross_pein_head(chrome=True):
    half = PchipInterpolator([-60, -34, -26, -14, 0, 14, 60], [12.6, 12.6, 11.4, 11.4, 12.6, 12.6, 12.6])

    def f(x, y, z):
        crown = 46 - (y * y + z * z) / 400
        body = rmax(rmax(np.abs(y) - half(x).astype(f32), np.abs(z) - half(x).astype(f32), 1.2), np.maximum(-x - crown, x - 58), 2.2)
        # The pein narrows in height to an edge that lies across the handle.
        t = np.clip((x - 12) / 46, 0, 1)
        slope = (np.abs(z + 0) - (12.6 - 10.2 * t)) * 0.97
        d = smax(smax(body, slope, 2.5), np.sqrt((x - 55.5) ** 2 + z * z * 1.0) - 2.6 - 100 * (x < 55.5), 0.4)
        d = smax(d, x - 58, 0.6)
        eight = (np.abs(y) + np.abs(z)) * 0.7071 - 15.4
        d = smax(d, eight, 0.8)
        return eye_hole(d, x, y, 9.4, 6.8)

    chromed = steel('chrome', (0.62, 0.625, 0.635), 0.10, 0.05, grain=0.004)
    return sdf_mesh('cross pein head', f, (-50, -15, -15), (61, 15, 15), 0.30, chromed if chrome else forged(34, 36))


def shaft(name, length, material, widths, depths, stations, bow=2.2, square=2.25, top=14.2):
    """A handle of super-elliptic sections. `stations` are heights in mm, from the eye down to the butt."""
    zs, ax, by = map(np.array, (stations, widths, depths))
    o = np.argsort(zs)
    A, B = PchipInterpolator(zs[o], ax[o]), PchipInterpolator(zs[o], by[o])
    zb = zs.min()
    zz = np.unique(np.concatenate([np.linspace(zb, zb + 9, 26), np.linspace(zb + 9, -29, 120), np.linspace(-29, top, 40)]))
    th = np.linspace(0, 2 * math.pi, 97)[:-1]
    e = 2 / square
    se = lambda t: np.sign(t) * np.abs(t) ** e
    secs = []
    for z in zz:
        off = bow * math.sin((z - 14) / (zb - 14) * math.pi * 1.5) * (z < -25) * min(1, (-25 - z) / 60)
        secs.append(np.stack([se(np.cos(th)) * A(z) + off, se(np.sin(th)) * B(z), np.full_like(th, z)], 1))
    return loft(name, secs, material, auto=75)


def hickory_handle(length, offset=(7, 15), name='hickory'):
    zb = 14 - length
    k = length / 330
    stations = [14.2, -14, -19, -28, -60 * k, -110 * k, -150 * k, -200 * k, -245 * k, -280 * k, zb + 20, zb + 8, zb + 3.5, zb + 1.2, zb + 0.2]
    widths = [10.2, 10.2, 10.4, 11.8, 11.4, 10.0, 10.6, 12.8, 14.2, 13.6, 14.6, 15.6, 14.9, 13.2, 10.6]
    depths = [7.2, 7.2, 7.3, 9.0, 8.8, 8.0, 8.6, 10.4, 11.4, 11.0, 11.7, 12.4, 11.8, 10.2, 7.8]
    grain = wood(name, (0.58, 0.325, 0.125), (0.30, 0.125, 0.036), 'z', ring=3.2, offset=offset, seed=(3, 1, 2), coat=0.3, rough=0.38)
    handle = shaft('handle', length, grain, widths, depths, stations)
    wedge = mesh_object('wedge', [(sx * 6, sy * 0.8, z) for z in (8, 14.6) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))],
                        [(4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)], None, steel('wedge', (0.4, 0.4, 0.41), 0.4), smooth=False)
    return [handle, wedge]


def fibreglass_handle(length):
    zb = 14 - length
    core = plastic('fibreglass', (0.72, 0.15, 0.022), 0.30, coat=0.3)
    stations = [14.6, -12, -17, -24, -60, -130, zb + 40]
    top = shaft('core', length, core, [10.2, 10.2, 10.4, 10.2, 9.6, 9.4, 9.4], [7.2, 7.2, 7.3, 8.0, 7.6, 7.4, 7.4], stations, bow=0, square=2.6)
    g0, g1 = -118.0, zb

    def grip(x, y, z):
        w = PchipInterpolator([g1, g1 + 6, g1 + 22, g1 + 60, g1 + 110, g0 - 20, g0 - 6, g0], [13.5, 16.2, 16.6, 14.2, 15.6, 13.6, 14.0, 12.0])(np.clip(z, g1, g0)).astype(f32)
        dd = w * 0.76
        q = ((np.abs(x) / w) ** 2.4 + (np.abs(y) / dd) ** 2.4) ** (1 / 2.4)
        d = (q - 1) * dd
        band = (np.abs(((z - g0) / 11.0) % 1 - 0.5) - 0.13) * 11.0
        inset = np.where((z < g0 - 14) & (z > g1 + 34), np.clip(0.7 - np.maximum(band, 0) * 0.9, 0, 0.7), 0)
        d = smax(d + inset * (np.abs(y) > dd * 0.25), np.maximum(z - g0, g1 - z), 3.0)
        return d * 0.9

    soft = plastic('grip', (0.028, 0.030, 0.033), 0.50, texture=0.18, specular=0.45)
    return [top, sdf_mesh('grip', grip, (-18, -14, zb - 1), (18, 14, g0 + 1), 0.5, soft)]


def lay(parts, roll=2.7, swing=-17, scale=1.0):
    """On its side, head to the right: it rests on the rim of the head and on the butt, `swing` turned about its own handle."""
    own = place(group(*parts), (0, 0, 0), (0, 0, swing))
    own.scale = (scale,) * 3
    down = place(group(own), (0, 0, 0), (-90 + roll, 0, 0))
    root = group(place(group(down), (0, 0, 0), (0, 0, -90)))
    drop(root)
    return root


def claw_hammer(ounces=16, length=330):
    k = (ounces / 16) ** (1 / 3)
    return lay([claw_head(), *hickory_handle(length / k)], scale=k)


def ball_pein_hammer(ounces=24, length=355):
    k = (ounces / 24) ** (1 / 3)
    return lay([ball_pein_head(), *fibreglass_handle(length / k)], roll=1.6, swing=-14, scale=k)


def cross_pein_hammer(grams=500, length=320, chrome=False):
    k = (grams / 500) ** (1 / 3)
    return lay([cross_pein_head(chrome), *hickory_handle(length / k, name='ash')], roll=1.4, swing=0, scale=k)
