"""Squares and rules."""
import bpy
from shapely.geometry import Point, box

from kit.fields import polygon_sdf, rmax, rounded
from kit.materials import Nodes, plastic, steel
from kit.meshes import U, drop, group, lathe, place, sdf_mesh
from kit.shapes import plate, prism
from kit.stamps import millimetres


def etched(name, stamp, length, width, colour=(0.53, 0.535, 0.54), x0=0.0, satin=0.20, streak=14):
    """Stainless sheet, ground along its length, with black etched lines."""
    n = Nodes(name)
    v = n.mapping()
    s = n.noise(n.mapping(scale=(0.25, streak, streak)), 7, 6, 0.72)
    low = n.noise(v, 0.35, 3)
    c, _ = n.image(stamp, n.mapping(scale=(1 / (length * U), 1 / (width * U), 1), loc=(-x0 / length, 0, 0)))
    col = n.mix(low, tuple(q * 0.96 for q in colour), tuple(q * 1.06 for q in colour))
    r = n.math('ADD', n.math('MULTIPLY', s, 0.16), n.math('ADD', satin, n.math('MULTIPLY', c, 0.3)))
    n.set(Base_Color=n.mix(c, col, (0.014, 0.014, 0.016)), Metallic=n.math('SUBTRACT', 1.0, n.math('MULTIPLY', c, 0.9)), Roughness=r, Normal=n.bump(s, 0.05, 0.01))
    return n.m


def square(length=300):
    """A stainless blade 1.5 mm thick in a stock of drawn aluminium; the inner edge carries the millimetres."""
    k = (length / 300) ** 0.6
    bw, sw, sh, st = 36 * k, 30 * k, 0.56 * length, 17 * k
    stamp = millimetres(f'square{length}', length, bw, ppm=20 if length <= 300 else 10, text=f'STAINLESS    {length} mm    DIN 875', big=4.2 * k)
    blade = prism('blade', box(-sw + 6, 0, length, bw), (st - 1.5) / 2, (st + 1.5) / 2, 0.16, etched('stainless', stamp, length, bw))
    alu = steel('aluminium', (0.64, 0.645, 0.65), 0.34, 0.08, brush=(14, 0.3, 14), brush_strength=0.06)
    fs = polygon_sdf(rounded(box(-sw, bw - sh, 0, bw), 1.2 * k, 0).difference(Point(-sw / 2, bw - sh + 13 * k).buffer(4.2 * k, 48)), 0.2)
    flute = polygon_sdf(rounded(box(-sw * 0.68, bw - sh + 26 * k, -sw * 0.32, bw - 30 * k), sw * 0.179, 0), 0.2)

    def f(x, y, z):
        import numpy as np

        zz = np.abs(z - st / 2) - st / 2
        d = rmax(fs(x, y), zz, 0.9)
        return np.maximum(d, zz + 1.3 * np.clip(-flute(x, y) / 1.6, 0, 1))

    stock = sdf_mesh('stock', f, (-sw - 1, bw - sh - 1, -1), (1, bw + 1, st + 1), 0.42 * k, alu)
    obs = [blade, stock]
    for y in (bw * 0.28, bw * 0.72):
        pin = lathe('pin', [(2.6 * k, st - 0.5), (2.6 * k, st + 0.18), (2.2 * k, st + 0.34), (0.001, st + 0.36)], steel('pin', (0.5, 0.5, 0.51), 0.25), 64)
        pin.location = (-sw / 2 * U, y * U, 0)
        obs.append(pin)
    root = group(*obs)
    drop(root)
    return root


def rule(length=300):
    width = 28 if length >= 300 else 20
    whole = length + 20
    stamp = millimetres(f'rule{length}', whole, width, ppm=20 if length <= 300 else 9, text='', big=4.4, start=6)
    both_scales(stamp, whole, width, 20 if length <= 300 else 9, length)
    face = etched('matt chrome', stamp, whole, width, colour=(0.60, 0.605, 0.61), satin=0.30, streak=6)
    outline = rounded(box(0, 0, whole, width), 2.2, 0).union(box(0, 0, 4, width))
    hole = Point(whole - 8, width / 2).buffer(2.6, 48)
    root = group(plate('rule', outline.difference(hole), 0, 1, 0.12, face))
    drop(root)
    return root


def both_scales(path, whole, width, ppm, length):
    """Half millimetres under the millimetres on the lower edge, 64ths of an inch on the upper."""
    from PIL import Image, ImageDraw, ImageFont

    from kit.stamps import MEDIUM

    im = Image.open(path)
    d = ImageDraw.Draw(im)
    H, lw = im.size[1], 0.22 * ppm
    for i in range(length):
        x = (6 + i + 0.5) * ppm
        d.rectangle((x - lw / 2, H - 2.8 * ppm, x + lw / 2, H), fill=255)
    d.rectangle((6 * ppm - lw, H - 8.2 * ppm, 6 * ppm, H), fill=255)
    f, small = ImageFont.truetype(MEDIUM, int(5.0 * ppm)), ImageFont.truetype(MEDIUM, int(3.0 * ppm))
    step = 25.4 / 32
    for i in range(int(length / step) + 1):
        n = 9.0 if i % 32 == 0 else 6.6 if i % 16 == 0 else 5.0 if i % 8 == 0 else 3.8 if i % 4 == 0 else 2.8
        x = (6 + i * step) * ppm
        d.rectangle((x - lw / 2, 0, x + lw / 2, n * ppm), fill=255)
        if i % 32 == 0 and i:
            d.text((x - 0.8 * ppm, 9.6 * ppm), str(i // 32), 255, f, anchor='rm')
    d.text((9 * ppm, 13.2 * ppm), 'mm', 255, small, anchor='lm')
    d.text(((6 + 12) * ppm, 13.2 * ppm), 'STAINLESS   EC CLASS I', 255, small, anchor='lm')
    im.save(path)
