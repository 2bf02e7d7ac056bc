"""Plates, tubes, boxes and bundles of fibres: what is cut, bent or bound rather than forged."""
import math

import bmesh
import bpy
import numpy as np

from kit.meshes import U, mesh_object


def bevelled(ob, width, segments=3, angle=40):
    m = ob.modifiers.new('bevel', 'BEVEL')
    m.width, m.segments, m.limit_method, m.angle_limit = width * U, segments, 'ANGLE', math.radians(angle)
    m.harden_normals = True
    for p in ob.data.polygons:
        p.use_smooth = True
    ob.data.use_auto_smooth, ob.data.auto_smooth_angle = True, math.radians(35)
    return ob


def prism(name, outline, z0, z1, bevel, mat):
    """A plate with an exact bevel. `outline`: a shapely polygon without holes."""
    p0 = np.array(outline.exterior.coords)[:-1]
    me = bpy.data.meshes.new(name)
    ob = bpy.data.objects.new(name, me)
    bpy.context.collection.objects.link(ob)
    bm = bmesh.new()
    face = bm.faces.new([bm.verts.new((x * U, y * U, z0 * U)) for x, y in p0])
    top = bmesh.ops.extrude_face_region(bm, geom=[face])
    bmesh.ops.translate(bm, vec=(0, 0, (z1 - z0) * U), verts=[v for v in top['geom'] if isinstance(v, bmesh.types.BMVert)])
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(me)
    bm.free()
    me.materials.append(mat)
    return bevelled(ob, bevel) if bevel else ob


def plate(name, outline, z0, z1, bevel, mat):
    """As `prism`, for outlines with holes: a filled curve, which Blender extrudes and bevels itself."""
    data = bpy.data.curves.new(name, 'CURVE')
    data.dimensions, data.fill_mode = '2D', 'BOTH'
    data.extrude, data.bevel_depth, data.bevel_resolution = ((z1 - z0) / 2 - bevel) * U, bevel * U, 2
    inset = outline.buffer(-bevel)
    for ring in (inset.exterior, *inset.interiors):
        c = np.array(ring.coords)[:-1]
        s = data.splines.new('POLY')
        s.points.add(len(c) - 1)
        s.points.foreach_set('co', np.concatenate([c * U, np.zeros((len(c), 1)), np.ones((len(c), 1))], 1).ravel())
        s.use_cyclic_u = True
    data.materials.append(mat)
    ob = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(ob)
    ob.location.z = (z0 + z1) / 2 * U
    return ob


def cuboid(name, lo, hi, bevel, mat):
    (x0, y0, z0), (x1, y1, z1) = lo, hi
    v = [(x, y, z) for z in (z0, z1) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
    f = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return bevelled(mesh_object(name, v, f, None, mat, smooth=False), bevel)


def tube(name, path, radius, mat, closed=False, seg=32, flat=1.0, up=(0, 0, 1)):
    """Round stock along a path; `radius` is one figure or one per point; `flat` squeezes it towards `up`."""
    p = np.asarray(path, float)
    n = len(p)
    r = np.broadcast_to(np.asarray(radius, float), (n,))
    t = np.roll(p, -1, 0) - np.roll(p, 1, 0) if closed else np.gradient(p, axis=0)
    t /= np.linalg.norm(t, axis=1, keepdims=True)
    normal = np.cross(t[0], up)
    if np.linalg.norm(normal) < 1e-3:
        normal = np.cross(t[0], (1, 0, 0))
    normals = []
    for i in range(n):
        normal = normal - t[i] * np.dot(normal, t[i])
        normal /= np.linalg.norm(normal)
        normals.append(normal.copy())
    N = np.array(normals)
    B = np.cross(t, N)
    a = np.arange(seg) * 2 * math.pi / seg
    v = p[:, None] + r[:, None, None] * (np.cos(a)[None, :, None] * N[:, None] + flat * np.sin(a)[None, :, None] * B[:, None])
    rows = n if closed else n - 1
    i, j = np.meshgrid(np.arange(rows), np.arange(seg), indexing='ij')
    i2, j2 = (i + 1) % n, (j + 1) % seg
    f = np.stack([i * seg + j, i2 * seg + j, i2 * seg + j2, i * seg + j2], -1).reshape(-1, 4)
    ob = mesh_object(name, v.reshape(-1, 3), f, None, mat)
    if closed:
        return ob
    caps = [mesh_object(name + ' cap', v[k], [tuple(range(seg))[:: 1 if k else -1]], None, mat, smooth=False) for k in (0, -1)]
    for cap in caps:
        cap.parent = ob
    return ob


def fibres(name, curves, radius, mat, taper=None):
    """Thousands of hairs, straws or bristles: each curve is (k, 3) points in mm."""
    data = bpy.data.curves.new(name, 'CURVE')
    data.dimensions, data.bevel_depth, data.bevel_resolution, data.use_fill_caps = '3D', radius * U, 1, True
    for c in curves:
        s = data.splines.new('POLY')
        s.points.add(len(c) - 1)
        flat = np.concatenate([np.asarray(c) * U, np.ones((len(c), 1))], 1)
        s.points.foreach_set('co', flat.ravel())
        if taper is not None:
            s.points.foreach_set('radius', np.asarray(taper, float))
        s.use_smooth = True
    data.materials.append(mat)
    ob = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(ob)
    return ob


def smooth_path(points, n=120, closed=False):
    """A flowing curve through the points."""
    from scipy.interpolate import CubicSpline

    p = np.asarray(points, float)
    if closed:
        p = np.concatenate([p, p[:1]])
    d = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=1))])
    t = np.linspace(0, d[-1], n, endpoint=not closed)
    return CubicSpline(d, p, bc_type='periodic' if closed else 'natural')(t)
