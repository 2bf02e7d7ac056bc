"""Bucket, broom, ladder and toolbox."""
import math

import numpy as np
from scipy.interpolate import PchipInterpolator

from kit.materials import Nodes, plastic, steel, wood
from kit.meshes import U, arc, drop, group, lathe, mesh_object, place
from kit.shapes import cuboid, fibres, smooth_path, tube


def bucket(litres=14):
    """Tapered, with a rolled rim, a lip to pour over and a wire bail that lies on the rim."""
    k = (litres / 14) ** (1 / 3)
    r0, r1, h = 112.0, 148.0, 272.0
    at = lambda z: r0 + (r1 - r0) * z / h
    outside = [(0.01, 3), (r0 - 12, 3), (r0 - 10, 0)] + arc(r0 - 4, 4, 4, -90, -8, 6)
    for z in np.linspace(12, h - 30, 30):
        outside.append((at(z), z))
    rib = [(at(h - 28), h - 28), (at(h - 27) + 3.2, h - 26.5), (at(h - 22) + 3.4, h - 22.5), (at(h - 20), h - 20.5)]
    rim = [(at(h - 10), h - 10), (at(h) + 1, h - 9.5), (at(h) + 5.5, h - 9), (at(h) + 6.5, h - 6), (at(h) + 6.0, h - 1.5), (at(h) + 3.5, h), (at(h) - 0.8, h), (at(h) - 2.0, h - 1.2)]
    inside = [(at(z) - 2.0, z) for z in np.linspace(h - 4, 6, 40)] + [(0.01, 5)]
    shell = plastic('polyethylene', (0.60, 0.065, 0.010), 0.36, texture=0.03, specular=0.45, coat=0.12)
    body = lathe('bucket', outside + rib + rim + inside, shell, 220, auto=40)
    # The lip: the rim is drawn outwards and a little down on one side.
    c = np.empty(len(body.data.vertices) * 3)
    body.data.vertices.foreach_get('co', c)
    c = c.reshape(-1, 3) / U
    a = np.arctan2(c[:, 1], c[:, 0])
    away = np.exp(-(((a + math.pi / 2 + math.pi) % (2 * math.pi) - math.pi) / 0.20) ** 2) * np.clip((c[:, 2] - h + 52) / 52, 0, 1) ** 1.6
    r = np.hypot(c[:, 0], c[:, 1])
    grow = 1 + away * 15 / np.maximum(r, 1) * (r > 60)
    c[:, 0] *= grow
    c[:, 1] *= grow
    c[:, 2] -= away * 2.5 * (r > 60)
    body.data.vertices.foreach_set('co', (c * U).ravel())
    body.data.update()
    wire = steel('galvanised', (0.55, 0.565, 0.58), 0.28, 0.12, grain=0.03)
    ear = r1 + 4
    # The bail has fallen to the back and rests on the rim.
    t = np.linspace(0, math.pi, 90)
    bail = np.stack([ear * np.cos(t), ear * 1.02 * np.sin(t), (h - 16) + 24 * np.sin(t)], 1)
    hook = [(ear - 5, 0, h - 20), (ear, -2, h - 24), (ear + 2.5, 0, h - 21)]
    path = smooth_path(hook + [tuple(p) for p in bail[3:-3]] + [(-x, y, z) for x, y, z in hook[::-1]], 220)
    obs = [body, tube('bail', path, 2.3, wire, seg=20)]
    mid = bail[30:61]
    obs.append(tube('roller', mid, np.interp(np.linspace(0, 1, 31), [0, 0.02, 0.1, 0.5, 0.9, 0.98, 1], [5, 7, 8.2, 8.8, 8.2, 7, 5]), plastic('roller', (0.026, 0.028, 0.031), 0.4), seg=40))
    for side in (-1, 1):
        lug = place(lathe('lug', [(0.01, 9), (9, 9), (11, 7.5), (12, 0), (12, -6)], shell, 64), (side * (at(h - 20) + 0), 0, h - 20), (0, 90 * side, 0))
        obs.append(lug)
    root = group(*obs)
    root.scale = (k,) * 3
    drop(root)
    return root


def straw(name, light, dark, along):
    n = Nodes(name)
    v = n.mapping()
    a = n.noise(n.mapping(scale=(0.06, 5, 5)), 3, 3, 0.6)
    big = n.noise(v, 0.25, 2)
    c = n.mix(n.ramp(a, [(0.32, 0.0), (0.68, 1.0)]), dark, light)
    n.set(Base_Color=n.mix(n.math('MULTIPLY', big, 0.35), c, along), Roughness=0.55, Specular=0.3)
    return n.m


def broom(width=280, handle=1200):
    """Bound sorghum, stitched twice; the handle points to the right, the straw to the left. It lies flat."""
    rng = np.random.default_rng(7)
    sorghum = straw('sorghum', (0.66, 0.47, 0.21), (0.40, 0.25, 0.09), (0.60, 0.50, 0.24))
    L = 400.0
    curves = []
    for _ in range(2600):
        u, v = rng.uniform(-1, 1), rng.uniform(-1, 1)
        reach = L * (1 - 0.05 * u * u) + rng.normal(0, 7)
        end = np.array([u * width / 2, v * 26 * (1 - 0.35 * u * u)])
        a = math.atan2(v, u) if (u or v) else 0
        start = np.array([17 * u, 17 * v * math.sqrt(max(0.0, 1 - 0.5 * u * u))])
        bend = PchipInterpolator([0, 0.16, 0.40, 0.62, 1.0], [0, 0.10, 0.62, 0.84, 1.0])
        pts = []
        for t in np.linspace(0, 1, 9):
            q = start + (end - start) * float(bend(t))
            wobble = rng.normal(0, 0.9, 2) * t
            pts.append((-reach * t, q[0] + wobble[0], q[1] + wobble[1]))
        curves.append(np.array(pts))
    obs = [fibres('straw', curves, 1.35, sorghum, taper=[1.1, 1.1, 1.1, 1.05, 1.0, 0.95, 0.85, 0.7, 0.45])]
    wire = steel('wire', (0.55, 0.56, 0.57), 0.26)
    for i in range(9):
        a = np.linspace(0, 2 * math.pi, 49)[:-1]
        x = -10 - 3.1 * i
        r = 20.5 + 0.9 * i * 0.35
        obs.append(tube('binding', np.stack([0 * a + x, r * np.cos(a), r * np.sin(a) * 0.96], 1), 1.5, wire, closed=True, seg=14))
    cord = plastic('cord', (0.50, 0.055, 0.012), 0.6, texture=0.3)
    for x, w, t in ((-150, 0.64, 24.5), (-215, 0.80, 27.5)):
        a = np.linspace(0, 2 * math.pi, 161)[:-1]
        y = width / 2 * w * 1.02 * np.sign(np.cos(a)) * np.abs(np.cos(a)) ** 0.72
        z = t * np.sign(np.sin(a)) * np.abs(np.sin(a)) ** 0.55 * (1 - 0.25 * (y / (width / 2)) ** 2)
        for dx in (0, 6):
            obs.append(tube('cord', np.stack([x + dx + 1.6 * np.sin(a * 22 + dx), y, z], 1), 1.7, cord, closed=True, seg=12))
    beech = wood('hardwood', (0.66, 0.44, 0.24), (0.46, 0.27, 0.12), 'x', ring=4.5, offset=(12, 20), seed=(1, 3, 2), coat=0.3, rough=0.38)
    profile = [(0.01, -40), (14, -40), (14, 0), (13.2, 60), (12.4, 300), (12.4, handle - 90), (12.8, handle - 40), (12.6, handle - 16)] + arc(6, handle - 8, 6.2, 0, 80, 6) + [(0.01, handle)]
    obs.append(lathe('handle', profile, beech, 64, axis='x'))
    root = group(place(group(*obs), (0, 0, 0), (0, 0.7, 0)))
    drop(root)
    return root


def ladder(metres=3.0, rungs=10):
    """Stiles of pine that come together a little upwards, round ash rungs with pins and a wire under each. Top at the right."""
    L = metres * 1000
    pine = lambda i: wood(f'pine {i}', (0.72, 0.50, 0.25), (0.52, 0.30, 0.11), 'x', ring=7.0, offset=(30, 50 + 20 * i), seed=(i * 3, 5, 1), coat=0.35, rough=0.36, pore=0.15)
    ash = wood('ash', (0.74, 0.56, 0.34), (0.54, 0.36, 0.18), 'y', ring=5.0, offset=(20, 34), seed=(2, 5, 1), coat=0.3, rough=0.4)
    wire = steel('wire', (0.55, 0.56, 0.57), 0.28)
    half = lambda x: 215 - 45 * x / L
    obs = []
    for i, side in enumerate((-1, 1)):
        stile = cuboid('stile', (0, -16, 0), (L, 16, 72), 5, pine(i))
        place(stile, (0, side * half(0), 0), (0, 0, -side * math.degrees(math.atan(45 / L))))
        obs.append(stile)
    for i in range(rungs):
        x = L * 0.075 + i * (L * 0.85) / (rungs - 1)
        y = half(x) + 18
        p = np.array([(x, q * y, 36) for q in (-1, -0.84, -0.5, 0, 0.5, 0.84, 1)])
        obs.append(tube('rung', p, [12, 14, 17, 18, 17, 14, 12], ash, seg=40))
        obs.append(tube('rod', np.array([(x - 24, q * (y + 2), 26) for q in (-1, 0, 1)]), 3.0, wire, seg=16))
        for side in (-1, 1):
            obs.append(place(lathe('nut', [(7, 0), (7, 4), (5, 6), (0.01, 6)], wire, 6), (x - 24, side * (y - 2), 26), (-90 * side, 0, 0)))
    root = group(*obs)
    drop(root)
    return root


def toolbox(width=480, height=200, depth=200):
    """Cantilever box, opened: a deep tray below, two steps of trays to either side, flat links, a bar to carry it by."""
    red = plastic('enamel', (0.52, 0.016, 0.010), 0.24, coat=0.5)
    inner = plastic('enamel inside', (0.46, 0.014, 0.010), 0.34, coat=0.2)
    zinc = steel('zinc', (0.58, 0.59, 0.61), 0.25, 0.1)
    dark = plastic('grip', (0.026, 0.028, 0.031), 0.45)
    w = width
    obs = []

    def tray(y, z, d, h, lift=0):
        t = 1.6
        obs.append(cuboid('floor', (-w / 2, y - d / 2, z), (w / 2, y + d / 2, z + t), 0.5, inner))
        for a, b in (((-w / 2, y - d / 2, z), (w / 2, y - d / 2 + t, z + h)), ((-w / 2, y + d / 2 - t, z), (w / 2, y + d / 2, z + h)),
                     ((-w / 2, y - d / 2, z), (-w / 2 + t, y + d / 2, z + h)), ((w / 2 - t, y - d / 2, z), (w / 2, y + d / 2, z + h))):
            obs.append(cuboid('wall', a, b, 0.5, red))
        # The rolled edge round the top.
        c = 3
        ring = [(-w / 2, y - d / 2), (w / 2, y - d / 2), (w / 2, y + d / 2), (-w / 2, y + d / 2)]
        for (xa, ya), (xb, yb) in zip(ring, ring[1:] + ring[:1]):
            obs.append(tube('edge', np.array([(xa, ya, z + h), ((xa + xb) / 2, (ya + yb) / 2, z + h), (xb, yb, z + h)]), c, red, seg=20))

    tray(0, 0, depth, 96)
    for side in (-1, 1):
        tray(side * (depth * 0.75 + 4), 112, depth / 2, 46)
        tray(side * (depth * 1.20 + 8), 172, depth / 2, 46)
    for x in (-w / 2 - 2.5, w / 2 + 2.5):
        for side in (-1, 1):
            for (ya, za), (yb, zb) in (((depth * 0.30, 70), (depth * 0.86, 136)), ((depth * 0.42, 36), (depth * 0.62, 136)), ((depth * 0.72, 136), (depth * 1.30, 196)), ((depth * 0.90, 136), (depth * 1.08, 196))):
                a, b = np.array([x, side * ya, za]), np.array([x, side * yb, zb])
                obs.append(tube('link', np.array([a, (a + b) / 2, b]), 8.0, zinc, seg=24, flat=0.16, up=(1, 0, 0)))
                for p in (a, b):
                    obs.append(place(lathe('pin', [(5, -3), (5, 2.5), (3.6, 4), (0.01, 4.2)], zinc, 32), tuple(p), (0, 90 if x > 0 else -90, 0)))
    for side in (-1, 1):
        y, z = side * (depth * 0.62), 262
        for x in (-w * 0.36, w * 0.36):
            obs.append(tube('stay', smooth_path([(x, side * depth * 0.52, 158), (x, side * depth * 0.52 + side * 4, 200), (x, y, z)], 20), 4.0, zinc, seg=20))
        obs.append(tube('bar', np.array([(-w * 0.38, y, z), (0, y, z), (w * 0.38, y, z)]), 7, red, seg=32))
    root = group(*obs)
    drop(root)
    return root
