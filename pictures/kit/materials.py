"""Metals, woods and plastics as node graphs of Blender's Principled shader."""
import math

import bpy

from kit.meshes import U

class Nodes:
    def __init__(self, name):
        self.m = bpy.data.materials.new(name); self.m.use_nodes = True
        self.t = self.m.node_tree; self.b = self.t.nodes['Principled BSDF']; self.tc = self.new('ShaderNodeTexCoord')
    def new(self, kind, **kw):
        n = self.t.nodes.new(kind)
        for k, v in kw.items():
            if isinstance(v, (int, float, str, bool)) and hasattr(n, k): setattr(n, k, v)
        return n
    def link(self, a, b): self.t.links.new(a, b)
    def mapping(self, scale=(1, 1, 1), rot=(0, 0, 0), loc=(0, 0, 0), src='Object'):
        m = self.new('ShaderNodeMapping'); m.inputs['Scale'].default_value = scale
        m.inputs['Rotation'].default_value = [math.radians(a) for a in rot]; m.inputs['Location'].default_value = loc
        self.link(self.tc.outputs[src], m.inputs['Vector']); return m.outputs['Vector']
    def noise(self, vec, scale, detail=4, rough=0.55, distortion=0.0):
        n = self.new('ShaderNodeTexNoise'); self.link(vec, n.inputs['Vector'])
        n.inputs['Scale'].default_value = scale; n.inputs['Detail'].default_value = detail
        n.inputs['Roughness'].default_value = rough; n.inputs['Distortion'].default_value = distortion
        return n.outputs['Fac']
    def math(self, op, a, b=0.0, c=0.0, clamp=False):
        n = self.new('ShaderNodeMath'); n.operation = op; n.use_clamp = clamp
        for i, v in enumerate((a, b, c)):
            if isinstance(v, (int, float)): n.inputs[i].default_value = v
            else: self.link(v, n.inputs[i])
        return n.outputs[0]
    def ramp(self, fac, stops, mode='LINEAR'):
        n = self.new('ShaderNodeValToRGB'); self.link(fac, n.inputs[0]); r = n.color_ramp; r.interpolation = mode
        while len(r.elements) < len(stops): r.elements.new(0.5)
        for e, (p, c) in zip(r.elements, stops):
            e.position = p; e.color = (*c, 1) if isinstance(c, tuple) else (c, c, c, 1)
        return n.outputs['Color']
    def mix(self, fac, a, b, mode='MIX'):
        n = self.new('ShaderNodeMixRGB'); n.blend_type = mode
        for i, v in ((0, fac), (1, a), (2, b)):
            if isinstance(v, (int, float)): n.inputs[i].default_value = v if i == 0 else (v, v, v, 1)
            elif isinstance(v, tuple): n.inputs[i].default_value = (*v, 1)
            else: self.link(v, n.inputs[i])
        return n.outputs[0]
    def bump(self, height, strength=0.1, dist=0.01, normal=None):
        n = self.new('ShaderNodeBump'); n.inputs['Strength'].default_value = strength; n.inputs['Distance'].default_value = dist
        self.link(height, n.inputs['Height'])
        if normal is not None: self.link(normal, n.inputs['Normal'])
        return n.outputs['Normal']
    def image(self, path, vec, interp='Cubic', extension='CLIP'):
        n = self.new('ShaderNodeTexImage'); n.image = bpy.data.images.load(path); n.image.colorspace_settings.name = 'Non-Color'
        n.interpolation = interp; n.extension = extension; self.link(vec, n.inputs['Vector']); return n.outputs['Color'], n.outputs['Alpha']
    def set(self, **kw):
        for k, v in kw.items():
            i = self.b.inputs[k.replace('_', ' ')]
            if isinstance(v, (int, float)): i.default_value = v
            elif isinstance(v, tuple): i.default_value = (*v, 1) if len(v) == 3 else v
            else: self.link(v, i)
        return self

def steel(name, color=(0.60, 0.605, 0.615), rough=0.24, var=0.08, brush=None, brush_strength=0.05, grain=0.02, stamp=None, aniso=0.0, blotch=0.04):
    """brush: mapping scale, e.g. (0.3, 30, 30) = strokes along x. stamp: (png, x0, y0, w, h in mm, depth mm)"""
    n = Nodes(name); v = n.mapping()
    low = n.noise(v, 0.9, 3)
    r = n.math('ADD', n.math('MULTIPLY', n.math('SUBTRACT', low, 0.5), var), rough)
    fine = n.noise(v, 60, 2)
    h = n.math('MULTIPLY', fine, 1.0)
    nrm = n.bump(h, grain, 0.02)
    if brush:
        s = n.noise(n.mapping(scale=brush), 6, 6, 0.7)
        nrm = n.bump(s, brush_strength, 0.02, nrm)
        r = n.math('ADD', r, n.math('MULTIPLY', n.math('SUBTRACT', s, 0.5), 0.22))
    col = n.mix(n.math('MULTIPLY', n.noise(v, 0.5, 5), 1.0), tuple(c * (1 - blotch) for c in color), tuple(min(1, c * (1 + blotch)) for c in color))
    if stamp:
        path, x0, y0, w, h_, depth = stamp
        m = n.mapping(scale=(1 / (w * U), 1 / (h_ * U), 1), loc=(-x0 / w, -y0 / h_, 0))
        c, a = n.image(path, m)
        up = n.new('ShaderNodeSeparateXYZ'); n.link(n.new('ShaderNodeNewGeometry').outputs['Normal'], up.inputs[0])
        if depth: nrm = n.bump(n.math('MULTIPLY', c, -1.0), 0.6, depth * U, nrm)
        col = n.mix(n.math('MULTIPLY', c, 0.45), col, tuple(k * 0.45 for k in color))
        r = n.math('ADD', r, n.math('MULTIPLY', c, 0.12))
    n.set(Base_Color=col, Metallic=1.0, Roughness=n.math('ADD', r, 0.0, clamp=True), Normal=nrm, Anisotropic=aniso)
    return n.m

def wood(name, light=(0.60, 0.40, 0.215), dark=(0.36, 0.205, 0.09), axis='z', ring=2.4, coat=0.25, rough=0.42, seed=(0, 0, 0), offset=(18, 9), pore=0.55):
    """growth rings round a pith that lies outside the piece -> natural cathedral figure; fibres and pores along the axis"""
    n = Nodes(name)
    k = 'xyz'.index(axis)
    def sc(along, across): s = [across] * 3; s[k] = along; return tuple(s)
    v = n.mapping(loc=seed)
    warp = n.noise(n.mapping(scale=sc(0.05, 0.45), loc=seed), 1.0, 3, 0.5)
    fine = n.noise(n.mapping(scale=sc(0.12, 3.0), loc=seed), 2.0, 4, 0.6)
    sep = n.new('ShaderNodeSeparateXYZ'); n.link(v, sep.inputs[0])
    o = [sep.outputs[i] for i in range(3) if i != k]; al = sep.outputs[k]
    a = n.math('ADD', o[0], offset[0] * U); b = n.math('ADD', o[1], offset[1] * U)
    a = n.math('ADD', a, n.math('MULTIPLY', al, 0.022))
    rad = n.math('SQRT', n.math('ADD', n.math('MULTIPLY', a, a), n.math('MULTIPLY', b, b)))
    rad = n.math('ADD', rad, n.math('MULTIPLY', n.math('SUBTRACT', warp, 0.5), 0.42))
    rad = n.math('ADD', rad, n.math('MULTIPLY', n.math('SUBTRACT', fine, 0.5), 0.05))
    fr = n.math('FRACT', n.math('DIVIDE', rad, ring * U))
    rings = n.ramp(fr, [(0.0, 0.10), (0.55, 0.35), (0.88, 1.0), (1.0, 0.10)])
    c = n.mix(n.math('MULTIPLY', rings, 0.88), light, dark)
    fib = n.noise(n.mapping(scale=sc(0.10, 9.0), loc=seed), 3.0, 3, 0.7)
    c = n.mix(0.35, c, n.ramp(fib, [(0.3, tuple(d * 0.85 for d in dark)), (0.7, tuple(min(1, l * 1.12) for l in light))]), 'MIX')
    por = n.noise(n.mapping(scale=sc(0.5, 16.0), loc=seed), 2.2, 2, 0.5)
    pm = n.ramp(por, [(0.62, 0.0), (0.72, 1.0)])
    c = n.mix(n.math('MULTIPLY', pm, pore), c, tuple(d * 0.42 for d in dark))
    big = n.noise(n.mapping(scale=sc(0.1, 0.35), loc=seed), 1.2, 2)
    c = n.mix(n.math('MULTIPLY', big, 0.30), c, tuple(min(1, l * 1.18) for l in light))
    nrm = n.bump(n.math('SUBTRACT', fib, n.math('MULTIPLY', pm, 0.8)), 0.12, 0.015)
    n.set(Base_Color=c, Roughness=n.math('ADD', n.math('MULTIPLY', fib, 0.16), rough - 0.08), Normal=nrm, Specular=0.42, Clearcoat=coat, Clearcoat_Roughness=0.22)
    return n.m

def plastic(name, color, rough=0.38, texture=0.0, specular=0.45, coat=0.0):
    n = Nodes(name); v = n.mapping()
    f = n.noise(v, 22, 2)
    n.set(Base_Color=color, Roughness=n.math('ADD', n.math('MULTIPLY', n.noise(v, 1.5, 4), 0.1), rough - 0.05), Specular=specular, Clearcoat=coat, Clearcoat_Roughness=0.1)
    if texture: n.set(Normal=n.bump(f, texture, 0.02))
    return n.m

