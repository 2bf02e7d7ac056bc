"""Torch, padlock and round brush."""
import math

import numpy as np
from scipy.interpolate import PchipInterpolator
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union

from kit.fields import polygon_sdf, rmax, rounded, smax
from kit.materials import Nodes, plastic, steel, wood
from kit.meshes import U, arc, drop, group, lathe, place, sdf_mesh
from kit.shapes import fibres, prism, tube
from kit.stamps import lettering


def glass(name):
    n = Nodes(name)
    n.set(Base_Color=(0.96, 0.98, 1.0), Roughness=0.02, Transmission=1.0, IOR=1.45, Specular=0.5)
    return n.m


def inspection_torch(length=165):
    """Aluminium, anodised; the head slides to focus. Lies with the lens at the right."""
    k = length / 165
    black = steel('anodised', (0.115, 0.12, 0.13), 0.34, 0.06, grain=0.03)
    bright = steel('bezel', (0.62, 0.625, 0.635), 0.18, 0.05)
    orange = plastic('switch', (0.60, 0.062, 0.010), 0.35)
    rubber = plastic('tail', (0.03, 0.032, 0.035), 0.5)
    grooves = []
    for i in range(18):
        x = 30 + i * 3.2
        grooves += [(11.6, x), (11.6, x + 1.6), (10.9, x + 2.0), (10.9, x + 2.8), (11.6, x + 3.2)]
    body = [(0.01, 0), (8.5, 0), (9.6, 1.2), (9.8, 6), (11.2, 7.5), (11.6, 9), (11.6, 26)] + grooves + [(11.6, 90), (12.2, 92), (12.2, 104), (11.4, 106), (11.4, 122)]
    fins = []
    for i in range(5):
        x = 112 + i * 4.4
        fins += [(15.6 + 0.25 * i, x), (15.6 + 0.25 * i, x + 2.6), (13.9, x + 3.0), (13.9, x + 4.2)]
    head = [(11.5, 108), (14.6, 109.5)] + fins + [(17.4, 135), (18.2, 140), (19.0, 148), (19.0, 154), (18.4, 155.6)]
    ring = [(19.0, 154), (19.3, 155), (19.3, 161), (18.6, 163), (17.0, 163.6), (16.0, 163.2), (15.6, 161)]
    cone = [(15.6, 161), (13.8, 154), (10.8, 147), (6.6, 142), (4.2, 141), (0.01, 141)]
    mirror = steel('reflector', (0.85, 0.855, 0.86), 0.06, 0.02, grain=0.0)
    led = Nodes('led')
    led.set(Base_Color=(0.95, 0.72, 0.12), Roughness=0.3, Specular=0.5)
    obs = [lathe('body', body, black, 128, axis='x'), lathe('head', head, black, 128, axis='x'), lathe('ring', ring, bright, 128, axis='x'),
           lathe('cone', cone, mirror, 128, axis='x'), lathe('led', [(2.8, 141.2), (2.8, 142.0), (2.2, 142.6), (0.01, 142.7)], led.m, 32, axis='x'),
           lathe('lens', [(15.7, 159.5), (15.7, 160.8), (10, 162.2), (5, 162.9), (0.01, 163.1)], glass('lens'), 96, axis='x'), lathe('tail', [(0.01, -1.4), (6, -1.2), (8, 0.2)], rubber, 64, axis='x')]
    s = lathe('switch', [(5.2, 10.5), (5.2, 12.8), (4.6, 13.5), (0.01, 13.9)], orange, 64)
    place(s, (98, 0, 0), (0, 0, 0))
    s2 = lathe('switch ring', [(6.6, 11), (6.6, 12.6), (5.5, 12.9), (5.4, 11)], bright, 64)
    place(s2, (98, 0, 0))
    own = group(*obs, s, s2)
    rolled = place(group(own), (0, 0, 0), (28, 0, 0))
    root = group(place(group(rolled), (0, 0, 0), (0, 2.4, 0)))
    root.scale = (k,) * 3
    drop(root)
    return root


def padlock(width=50):
    """Solid brass with a hardened shackle; lies on its back with its two keys. The shackle points away (+y)."""
    k = width / 50
    brass_plain = dict(color=(0.78, 0.52, 0.20), rough=0.24, var=0.06, brush=(0.4, 16, 16), brush_strength=0.05)
    stamp = lettering('padlock', [('TRADEBENCH', 25, 26, 3.7, 0.7), ('SOLID BRASS', 25, 18.6, 2.7, 0.5), ('50 mm', 25, 13.6, 2.7, 0.5)], 50, 42, 30)
    brass = steel('brass', stamp=(stamp, -25, 0, 50, 42, 0.03), **brass_plain)
    outline = polygon_sdf(rounded(box(-25, 0, 25, 42), 4.0, 0), 0.15)
    body = sdf_mesh('body', lambda x, y, z: rmax(outline(x, y), np.abs(z - 11) - 11, 2.6), (-26, -1, -1), (26, 43, 23), 0.30, brass)
    hard = steel('hardened', (0.66, 0.665, 0.675), 0.10, 0.04, grain=0.003)
    a = np.linspace(0, math.pi, 60)
    legs = [(14.5, 30 + i * 1.0, 11) for i in range(32)] + [(14.5 * math.cos(t), 62 + 14.5 * math.sin(t), 11) for t in a[1:-1]] + [(-14.5, 61 - i * 1.0, 11) for i in range(32)]
    shackle = tube('shackle', legs, 4.0, hard, seg=48, up=(0, 0, 1))
    collars = [place(lathe('collar', [(4.3, 0), (5.4, 0), (5.4, 0.5), (4.2, 0.6)], steel('collar', (0.5, 0.36, 0.15), 0.3), 64), (x, 41.9, 11), (-90, 0, 0)) for x in (-14.5, 14.5)]
    nickel = steel('nickel', (0.62, 0.60, 0.56), 0.22, 0.08, brush=(0.4, 14, 14), brush_strength=0.05)
    bits = [(24, -3.4), (26.5, -1.2), (28.5, -3.0), (31, -0.6), (34, -2.8), (37, -1.0), (40, -3.2), (43.5, -2.0), (47, 0.6)]
    profile = Polygon([(20, -4.0), (22, -4.0), *bits, (46, 3.2), (44, 4.0), (20, 4.0)]).buffer(0)
    key = unary_union([rounded(box(-12, -9.5, 9, 9.5), 7.5, 0), box(8, -4.2, 22, 4.2), profile])
    kf = polygon_sdf(rounded(key, 0.4, 0.8).difference(Point(-5.5, 0).buffer(2.3, 32)), 0.12, 4)
    groove = polygon_sdf(box(15, 0.4, 46, 1.6), 0.12, 4)
    keys = []
    for i, (x, y, turn, z) in enumerate(((36, 6, 52, 0), (42, 22, 22, 2.1))):
        one = sdf_mesh('key', lambda x, y, z: smax(rmax(kf(x, y), np.abs(z - 1.0) - 1.0, 0.25), -np.maximum(groove(x, y), 1.4 - z), 0.1), (-14, -12, -0.4), (49, 12, 2.5), 0.22, nickel)
        keys.append(place(one, (x + 6, y - 6, z), (0, -2 if z else 0, turn)))
    root = group(body, shackle, *collars, *keys)
    root.scale = (k,) * 3
    drop(root)
    return root


def round_brush(length=220, number=12):
    """Bristle bound in a stainless ferrule, lacquered beech; the point at the right."""
    rng = np.random.default_rng(12)
    hair = Nodes('bristle')
    v = hair.mapping()
    sep = hair.new('ShaderNodeSeparateXYZ')
    hair.link(v, sep.inputs[0])
    along = hair.math('MULTIPLY', hair.math('SUBTRACT', sep.outputs[0], 0.0), 0.22)
    n1 = hair.noise(hair.mapping(scale=(0.2, 30, 30)), 3, 2)
    c = hair.mix(n1, (0.50, 0.36, 0.19), (0.80, 0.66, 0.44))
    hair.set(Base_Color=hair.mix(hair.math('MULTIPLY', along, 0.4, clamp=True), c, (0.92, 0.82, 0.62)), Roughness=0.42, Specular=0.4)
    R, L = 7.6, 46.0
    curves = []
    for _ in range(1500):
        r, a = R * math.sqrt(rng.uniform()), rng.uniform(0, 2 * math.pi)
        r0 = r
        tip = L - 8.5 * (r / R) ** 2 - abs(rng.normal(0, 1.3))
        pts = []
        for t in np.linspace(0, 1, 8):
            swell = r0 * (1 + 0.20 * math.sin(math.pi * min(1, t * 1.15)) - 0.80 * t**2.6)
            wob = rng.normal(0, 0.10 + 0.18 * t, 2)
            pts.append((tip * t, swell * math.cos(a) + wob[0], swell * math.sin(a) + wob[1]))
        curves.append(np.array(pts))
    obs = [fibres('bristle', curves, 0.24, hair.m, taper=[1, 1, 1, 1, 0.95, 0.85, 0.7, 0.35])]
    stain = steel('ferrule', (0.60, 0.605, 0.615), 0.15, 0.05)
    ferrule = [(7.7, 1), (8.3, 0.6), (8.4, -1), (8.4, -6), (8.0, -6.6), (8.0, -8), (8.4, -8.6), (8.4, -16), (8.0, -17), (8.0, -18), (8.4, -18.6), (8.2, -30), (7.6, -34), (7.2, -34.2)]
    obs.append(lathe('ferrule', ferrule[::-1], stain, 96, axis='x'))
    h = length - 46 - 30
    beech = wood('lacquered beech', (0.66, 0.40, 0.20), (0.48, 0.255, 0.11), 'x', ring=3.4, offset=(8, 12), seed=(2, 2, 5), coat=0.9, rough=0.3, pore=0.2)
    profile = [(0.01, -30 - h), (1.8, -30 - h + 0.4), (2.9, -30 - h + 2), (3.2, -30 - h + 8), (3.6, -30 - h * 0.7), (5.2, -30 - h * 0.42), (7.6, -30 - h * 0.2), (8.5, -30 - h * 0.10), (7.9, -30 - h * 0.03), (7.3, -30), (7.2, -20)]
    p = np.array(profile)
    xs = np.linspace(p[0, 1], p[-1, 1], 140)
    smooth = [(float(r), float(x)) for r, x in zip(PchipInterpolator(p[:, 1], p[:, 0])(xs), xs)]
    obs.append(lathe('handle', [(0.01, xs[0] - 0.1)] + smooth, beech, 96, axis='x'))
    # A dipped end in the house's colour.
    dip = [(float(r) + 0.06, float(x)) for r, x in zip(PchipInterpolator(p[:, 1], p[:, 0])(xs), xs) if x < xs[0] + 26]
    obs.append(lathe('dipped end', [(0.01, xs[0] - 0.2)] + dip, plastic('dip', (0.60, 0.062, 0.010), 0.25, coat=0.6), 96, axis='x'))
    root = group(place(group(*obs), (0, 0, 0), (0, -1.6, 0)))
    drop(root)
    return root
