"""Meshes for Blender out of distance fields, profiles and outlines. Lengths are millimetres; a Blender unit is 10 mm."""
import math
import time

import bmesh
import bpy
import numpy as np
from skimage.measure import marching_cubes

U = 0.1
f32 = np.float32


def sdf_mesh(name, f, lo, hi, res, material=None):
    t = time.time()
    lo, hi = np.array(lo, float), np.array(hi, float)
    n = np.ceil((hi - lo) / res).astype(int) + 1
    ax = [(lo[i] + np.arange(n[i]) * res).astype(f32) for i in range(3)]
    V = np.empty(tuple(n), f32)
    step = max(1, int(3e5 // (n[1] * n[2])))
    for i in range(0, n[0], step):
        X, Y, Z = np.meshgrid(ax[0][i:i + step], ax[1], ax[2], indexing='ij', sparse=False)
        V[i:i + step] = f(X, Y, Z)
    v, faces, _, _ = marching_cubes(V, 0.0, spacing=(res,) * 3)
    v = v + lo
    h = res * 0.9
    p = v.astype(f32); e = np.eye(3, dtype=f32) * f32(h)
    N = np.stack([f(*(p + e[i]).T) - f(*(p - e[i]).T) for i in range(3)], 1)
    N /= np.linalg.norm(N, axis=1, keepdims=True) + 1e-9
    A, B, C = v[faces[:, 0]], v[faces[:, 1]], v[faces[:, 2]]
    if np.einsum('ij,ij->', A, np.cross(B, C)) < 0: faces = faces[:, ::-1]
    ob = mesh_object(name, v, np.ascontiguousarray(faces), N, material)
    print(f'[{name}] grid {tuple(n)} -> {len(v)} verts, {time.time()-t:.1f}s', flush=True)
    return ob


def mesh_object(name, verts, faces, normals=None, material=None, smooth=True, auto=None):
    me = bpy.data.meshes.new(name)
    v = np.asarray(verts, dtype=np.float64) * U
    if isinstance(faces, np.ndarray):
        nf, k = faces.shape
        me.vertices.add(len(v)); me.vertices.foreach_set('co', v.ravel())
        me.loops.add(nf * k); me.loops.foreach_set('vertex_index', faces.ravel().astype(np.int32))
        me.polygons.add(nf)
        me.polygons.foreach_set('loop_start', np.arange(nf, dtype=np.int32) * k)
        me.polygons.foreach_set('loop_total', np.full(nf, k, np.int32))
        me.update(calc_edges=True)
    else:
        me.from_pydata([tuple(a) for a in v], [], [list(q) for q in faces])
    me.validate()
    if smooth: me.polygons.foreach_set('use_smooth', np.ones(len(me.polygons), bool))
    if normals is not None:
        me.use_auto_smooth = True; me.auto_smooth_angle = math.pi
        me.normals_split_custom_set_from_vertices(np.asarray(normals, float))
    elif auto is not None:
        me.use_auto_smooth = True; me.auto_smooth_angle = math.radians(auto)
    ob = bpy.data.objects.new(name, me)
    bpy.context.collection.objects.link(ob)
    if material: me.materials.append(material)
    return ob


def lathe(name, profile, material, seg=160, auto=32, axis='z'):
    """profile: [(r, z)...]"""
    pr = np.array(profile, float); n = len(pr)
    a = np.arange(seg) * 2 * math.pi / seg
    v = np.stack([np.outer(pr[:, 0], np.cos(a)), np.outer(pr[:, 0], np.sin(a)), np.repeat(pr[:, 1][:, None], seg, 1)], -1).reshape(-1, 3)
    if axis == 'x': v = v[:, [2, 0, 1]]
    f = []
    for i in range(n - 1):
        for j in range(seg):
            k = (j + 1) % seg
            f.append((i * seg + j, i * seg + k, (i + 1) * seg + k, (i + 1) * seg + j))
    return mesh_object(name, v, np.array(f), None, material, auto=auto)


def arc(cx, cy, r, a0, a1, n=12):
    return [(cx + r * math.cos(math.radians(a0 + (a1 - a0) * i / n)), cy + r * math.sin(math.radians(a0 + (a1 - a0) * i / n))) for i in range(n + 1)]


def loft(name, sections, material, auto=60):
    """sections: list of (n,3) rings"""
    S = np.array(sections); m, n, _ = S.shape
    f = [(i * n + j, i * n + (j + 1) % n, (i + 1) * n + (j + 1) % n, (i + 1) * n + j) for i in range(m - 1) for j in range(n)]
    f.append(tuple(range(n))[::-1]); f.append(tuple(range((m - 1) * n, m * n)))
    return mesh_object(name, S.reshape(-1, 3), f, None, material, auto=auto)


def group(*obs):
    e = bpy.data.objects.new('group', None); bpy.context.collection.objects.link(e)
    for o in obs: o.parent = e
    return e

def place(ob, loc=(0, 0, 0), rot=(0, 0, 0)):
    ob.rotation_mode = 'XYZ'; ob.rotation_euler = [math.radians(a) for a in rot]; ob.location = [c * U for c in loc]
    return ob

def drop(*obs, z=0.0):
    """lowers the objects (moved as one) until the lowest point touches z (mm)"""
    bpy.context.view_layer.update()
    def all_(o): return [o] + [c for ch in o.children for c in all_(ch)]
    low = 1e9
    for o in obs:
        for q in all_(o):
            if q.type == 'MESH':
                c = np.empty(len(q.data.vertices) * 3, f32); q.data.vertices.foreach_get('co', c); c = c.reshape(-1, 3)
                M = np.array(q.matrix_world); low = min(low, float((c @ M[:3, :3].T + M[:3, 3])[:, 2].min()))
    if low > 1e8: low = 0.0  # curves alone: they lie on the floor as they were drawn
    for o in obs: o.location.z += z * U - low
    bpy.context.view_layer.update(); return low

