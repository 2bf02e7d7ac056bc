"""Lifting magnet, chain and hook."""
import math

import numpy as np
from scipy.spatial import cKDTree
from shapely.geometry import Point, box

from kit.fields import polygon_sdf, rmax, rounded, smin
from kit.materials import Nodes, plastic, steel
from kit.meshes import drop, group, lathe, place, sdf_mesh
from kit.shapes import cuboid, smooth_path, tube


def lifting_magnet(kilos=25):
    """A ferrite block between two steel cheeks under a steel back with an eye; the keeper lies before it. Stands on its poles."""
    k = (kilos / 25) ** (1 / 3)
    zinc = steel('shoe', (0.58, 0.59, 0.61), 0.26, 0.12, grain=0.01, brush=(0.6, 12, 12), brush_strength=0.05)
    n = Nodes('ferrite')
    v = n.mapping()
    g = n.noise(v, 18, 4, 0.6)
    n.set(Base_Color=n.mix(n.noise(v, 2, 3), (0.050, 0.051, 0.055), (0.085, 0.086, 0.09)), Roughness=n.math('ADD', 0.34, n.math('MULTIPLY', g, 0.2)), Specular=0.55, Normal=n.bump(g, 0.18, 0.02))
    orange = plastic('enamel', (0.60, 0.062, 0.010), 0.26, coat=0.5)
    w, d, h = 70, 44, 34
    obs = [cuboid('cheek', (-w / 2, -d / 2, 0), (w / 2, -d / 2 + 7, h), 1.0, zinc), cuboid('cheek', (-w / 2, d / 2 - 7, 0), (w / 2, d / 2, h), 1.0, zinc),
           cuboid('ferrite', (-w / 2 + 1.5, -d / 2 + 7.1, 2.0), (w / 2 - 1.5, d / 2 - 7.1, h - 0.4), 0.8, n.m),
           cuboid('back', (-w / 2, -d / 2, h - 0.2), (w / 2, d / 2, h + 9), 1.6, orange)]
    collar = lathe('collar', [(11, h + 9), (11, h + 11.5), (9.5, h + 13), (5.4, h + 13.4), (5.0, h + 15), (5.0, h + 21), (0.01, h + 21)], zinc, 96)
    a = np.linspace(0, 2 * math.pi, 97)[:-1]
    ring = tube('eye', np.stack([15 * np.cos(a), 0 * a, h + 33 + 15 * np.sin(a)], 1), 4.2, zinc, closed=True, up=(0, 1, 0))
    for y in (-1, 1):
        for x in (-24, 24):
            bolt = lathe('rivet', [(4.2, 0), (4.2, 1.4), (3.4, 2.2), (0.001, 2.3)], zinc, 64)
            place(bolt, (x, y * (d / 2 - 0.1), h * 0.55), (-90 * y, 0, 0))
            obs.append(bolt)
    keeper = place(cuboid('keeper', (-w / 2 - 2, -d / 2, 0), (w / 2 + 2, d / 2, 6), 1.2, zinc), (4, -62, 0), (0, 0, -14))
    root = group(*obs, collar, ring, keeper)
    root.scale = (k,) * 3
    drop(root)
    return root


def chain(d=6, links=15):
    """Short link, DIN 766: pitch 18.5 and width 20 for 6 mm; it lies in a bow, every link leaning against the next."""
    k = d / 6
    pitch, half = 18.5 * k, 7.1 * k
    galvanised = steel('galvanised', (0.52, 0.535, 0.55), 0.34, 0.14, grain=0.05, blotch=0.10)
    course = smooth_path([(-118, -70, 0), (-70, -38, 0), (-10, -34, 0), (30, -4, 0), (2, 34, 0), (-42, 44, 0), (-30, 88, 0), (40, 92, 0), (118, 64, 0)], 2400) * k
    s = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(course, axis=0), axis=1))])
    a = np.linspace(0, math.pi, 25)
    straight = pitch / 2 + d / 2 - (half + d / 2) + d / 2 * 0
    straight = max(1.0, (pitch - d) / 2 + d - half) * 0.62
    ring = [(straight + half * math.sin(t), half * math.cos(t)) for t in a] + [(-straight - half * math.sin(t), -half * math.cos(t)) for t in a]
    ring = np.array([(x, y, 0) for x, y in ring])
    inner = 2 * (straight + half) - d
    step = inner - 0.25 * k
    obs = []
    for i in range(int(s[-1] / step)):
        at = i * step + step / 2
        p = np.array([np.interp(at, s, course[:, q]) for q in range(3)])
        t = np.array([np.interp(at + 4, s, course[:, q]) - np.interp(at - 4, s, course[:, q]) for q in range(3)])
        ob = tube('link', ring, d / 2, galvanised, closed=True, seg=28)
        place(ob, (p[0], p[1], 0), (0, 0, 0))
        ob.rotation_mode = 'ZYX'
        yaw = math.atan2(t[1], t[0])
        from mathutils import Matrix

        own = Matrix.Rotation(yaw, 4, 'Z') @ Matrix.Rotation(math.radians(45 if i % 2 else -45), 4, 'X')
        ob.matrix_world = Matrix.Translation(ob.location) @ own
        obs.append(ob)
    root = group(*obs)
    drop(root)
    return root


def brass_hook(length=80):
    """Cast in one piece: an eye, a shank, a hook that ends in a small ball. Lies on its side."""
    k = length / 80
    course = smooth_path([(-22, 0, 0), (-6, 0.0, 0), (8, -3.5, 0), (22, -13.5, 0), (37, -16, 0), (49, -8, 0), (52.5, 5, 0), (46, 17, 0), (34, 21.5, 0), (25.5, 17.5, 0)], 900)
    s = np.linspace(0, 1, len(course))
    radius = np.interp(s, [0, 0.10, 0.45, 0.68, 0.93, 0.97, 1.0], [4.6, 4.3, 5.0, 5.4, 3.1, 3.3, 3.9])
    tree = cKDTree(course)

    def f(x, y, z):
        x, y, z = np.broadcast_arrays(x / k, y / k, z / k)
        dist, at = tree.query(np.stack([x.ravel(), y.ravel(), (z * 1.12).ravel()], 1))
        body = (dist - radius[at]).reshape(x.shape)
        eye = np.sqrt((np.sqrt((x + 27) ** 2 + y * y) - 9.6) ** 2 + z * z) - 3.6
        return (smin(body, eye, 4.0) * 0.9 * k).astype(np.float32)

    def bore(x, y, z):
        return rmax(f(x, y, z), -(np.sqrt((x / k + 27) ** 2 + (y / k) ** 2) - 6.0) * k, 0.8)

    brass = steel('cast brass', (0.80, 0.53, 0.20), 0.20, 0.10, grain=0.02, blotch=0.06)
    body = sdf_mesh('hook', bore, (-42 * k, -24 * k, -7 * k), (60 * k, 28 * k, 7 * k), 0.36, brass)
    root = group(body)
    drop(root)
    return root
