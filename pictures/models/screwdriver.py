"""Screwdrivers with a two-component handle: slotted to ISO 2380, Phillips and Pozidriv to ISO 8764. The axis is x, the tip at the right."""
import math

import numpy as np
from scipy.interpolate import PchipInterpolator

from kit.fields import f32, hexd, rmax, smax
from kit.materials import Nodes, plastic
from kit.meshes import drop, group, place, sdf_mesh

# width of the slotted tip: its thickness, the rod's diameter
SLOTTED = {2.5: (0.4, 2.5), 3.0: (0.5, 3.0), 3.5: (0.6, 3.5), 4.0: (0.8, 4.0), 5.5: (1.0, 5.5), 6.5: (1.2, 6.0), 8.0: (1.2, 7.0), 10.0: (1.6, 8.0)}
# number of the cross tip: the rod's diameter, the point's
CROSS = {0: (3.0, 0.8), 1: (4.5, 1.3), 2: (6.0, 2.3), 3: (8.0, 3.8), 4: (10.0, 5.1)}


def blade_steel(L, black):
    n = Nodes('S2')
    sep = n.new('ShaderNodeSeparateXYZ')
    n.link(n.mapping(), sep.inputs[0])
    tip = n.ramp(n.math('MULTIPLY', sep.outputs[0], 0.1), [(0.0, 1.0), (black / 100, 1.0), (black / 100 + 0.01, 0.0), (1.0, 0.0)])
    s = n.noise(n.mapping(scale=(14, 0.4, 0.4)), 6, 4, 0.6)
    n.set(Base_Color=n.mix(tip, (0.60, 0.605, 0.615), (0.12, 0.12, 0.125)), Metallic=1.0, Normal=n.bump(s, 0.02, 0.01),
          Roughness=n.math('ADD', n.math('MULTIPLY', s, 0.10), n.math('ADD', 0.13, n.math('MULTIPLY', tip, 0.18))))
    return n.m


def handle(k, hole):
    """Six flutes, hard collar, cap and core; the soft part lies in the flutes. `k` scales its girth and length."""
    hl = 104.0
    P = PchipInterpolator([0, 3, 10, 20, 34, 52, 72, 88, 98, 103, hl], [15.5, 19, 20.5, 19.6, 24.5, 29.5, 31, 30.2, 28.5, 25, 19])

    def body(x, y, z):
        r, a = np.sqrt(y * y + z * z), np.arctan2(z, y)
        R = P(np.clip(x, 0, hl)).astype(f32) / 2
        q = np.clip((x - 22) / 16, 0, 1) * np.clip((hl - 5 - x) / 12, 0, 1)
        q = q * q * (3 - 2 * q)
        d = smax((r - R + q * 1.75 * (np.maximum(np.cos(6 * a), -0.25) + 0.25)) * 0.82, np.abs(x - hl / 2) - hl / 2, 2.4)
        return rmax(d, -(np.sqrt((x - 94) ** 2 + y * y) - 3.1), 1.0) if hole else d

    def grip(x, y, z):
        a = np.arctan2(z, y)
        lane = np.sqrt(y * y + z * z) * (np.abs(((a / (math.pi / 3) + 0.5) % 1) - 0.5) - 0.34) * 1.0472
        return rmax(body(x, y, z) - 0.42, rmax(lane, np.maximum(30.5 - x, x - 86), 3.0), 0.35)

    hard = sdf_mesh('hard', body, (-1, -17, -17), (hl + 1, 17, 17), 0.34, plastic('hard', (0.60, 0.062, 0.010), 0.24, coat=0.35))
    soft = sdf_mesh('soft', grip, (-1, -17, -17), (hl + 1, 17, 17), 0.27, plastic('soft', (0.026, 0.028, 0.031), 0.50, texture=0.10, specular=0.4))
    own = group(hard, soft)
    own.scale = (k,) * 3
    return own


def assembled(tip, L, dia, black, hole):
    """`tip` is the field of the blade with the point at x = 0."""
    k = 0.74 + 0.26 * dia / 5.5 if dia < 5.5 else 1 + 0.05 * (dia - 5.5)

    def f(x, y, z):
        r = np.sqrt(y * y + z * z)
        d = tip(x, y, z, r)
        bolster = rmax(hexd(y, z, dia + 4.0), np.abs(x - (L - 5.0)) - 7.0, 0.5)
        bolster = rmax(bolster, (r - (dia + 4) * 0.56) * 0.6 + (np.abs(x - (L - 5.0)) - 7.0) * 0.8, 0.4)
        return np.maximum(np.minimum(d, bolster), x - L - 2.5)

    e = dia / 2 + 3.5
    blade = sdf_mesh('blade', f, (-0.6, -e, -e), (L + 3, e, e), 0.13 + 0.0006 * max(0, L - 100) + 0.01 * (dia > 6), blade_steel(L, black))
    grip = place(handle(k, hole), (L, 0, 0))
    rolled = place(group(blade, grip), (0, 0, 0), (22, 0, 0))
    # The handle's belly lies on the floor and so does the tip, to the right.
    tilt = math.degrees(math.asin((15.2 * k - dia / 2) / (L + 70 * k)))
    lying = place(group(rolled), (0, 0, 0), (0, -tilt, 0))
    root = group(place(group(lying), (0, 0, 0), (0, 0, 180)))
    drop(root)
    return root


def slotted(width=5.5, L=100):
    t, dia = SLOTTED[width]

    def tip(x, y, z, r):
        d = rmax(np.maximum(r - dia / 2, -x), np.abs(z) - t / 2 - np.clip(x, 0, 40) * 0.098 * dia / 5.5, 0.12)
        return rmax(d, -x, 0.10)

    return assembled(tip, L, dia, 17 * (dia / 5.5) ** 0.5, hole=False)


def cross(number=2, L=100, pozidriv=False):
    dia, point = CROSS[number]

    def tip(x, y, z, r):
        # A cone of 53 degrees with a blunt end; four flutes leave four wings.
        d = rmax(np.maximum(r - dia / 2, -x), r - point / 2 - np.clip(x, 0, 40) * 0.50, 0.12)
        a = np.pi / 4
        u, v = y * math.cos(a) + z * math.sin(a), -y * math.sin(a) + z * math.cos(a)
        for p, q in ((y, z), (z, y)):
            for sign in (-1, 1):
                w = sign * p
                # A notch of 92 degrees whose ground rises to the rod's surface: the wings between two of them have flat sides.
                deep = 0.085 * dia + x * 0.27
                groove = (deep - w + np.abs(q)) * 0.7071 if not pozidriv else rmax(np.abs(q) - 0.16 * dia, 0.16 * dia + x * 0.42 - w, 0.04)
                d = smax(d, -groove, 0.08)
        if pozidriv:
            for p, q in ((u, v), (v, u)):
                d = smax(d, -rmax(np.abs(q) - 0.03 * dia, 0.22 * dia + x * 0.45 - np.abs(p), 0.03), 0.04)
        return rmax(d, -x, 0.10)

    return assembled(tip, L, dia, 14 * (dia / 6) ** 0.5, hole=True)
