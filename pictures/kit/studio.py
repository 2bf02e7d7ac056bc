"""The one light that every picture is taken in, the camera, and the two passes that give a tool and its shadow without a ground."""
import math
import os
import time

import bpy
import numpy as np
from mathutils import Vector
from PIL import Image
from scipy.ndimage import gaussian_filter

from kit.grain import smoothed
from kit.materials import Nodes
from kit.meshes import U

SENSOR = 36
SHADOW = np.array([30, 26, 22]) / 255


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def softbox(name, loc, target, sx, sy, power, tilt=0.0, color=(1, 1, 1), fade=0.55):
    """A panel whose face fades to its edges: that is what gives metal its gradients."""
    light = bpy.data.lights.new(name, 'AREA')
    light.shape, light.size, light.size_y, light.energy, light.color = 'RECTANGLE', sx, sy, power, color
    panel = bpy.data.objects.new(name, light)
    bpy.context.collection.objects.link(panel)
    panel.location = loc
    panel.rotation_euler = (Vector(target) - Vector(loc)).to_track_quat('-Z', 'Y').to_euler()
    panel.visible_camera = False
    light.use_nodes = True
    tree = light.node_tree
    face = tree.nodes.new('ShaderNodeNewGeometry')
    uv = tree.nodes.new('ShaderNodeSeparateXYZ')
    tree.links.new(face.outputs['Parametric'], uv.inputs[0])

    def m(op, a, b=0.0):
        node = tree.nodes.new('ShaderNodeMath')
        node.operation = op
        for slot, value in enumerate((a, b)):
            if isinstance(value, (int, float)):
                node.inputs[slot].default_value = value
            else:
                tree.links.new(value, node.inputs[slot])
        return node.outputs[0]

    u, v = uv.outputs[0], uv.outputs[1]
    bell = m('MULTIPLY', m('MULTIPLY', m('MULTIPLY', u, m('SUBTRACT', 1.0, u)), m('MULTIPLY', v, m('SUBTRACT', 1.0, v))), 16.0)
    strength = m('POWER', m('MAXIMUM', bell, 0.0001), fade)
    if tilt:
        strength = m('MULTIPLY', strength, m('ADD', m('MULTIPLY', v, tilt), 1 - tilt / 2))
    tree.links.new(m('MULTIPLY', strength, 1.5), tree.nodes['Emission'].inputs['Strength'])


def points(every=4000):
    """World coordinates (Blender units) of what stands in the studio, thinned."""
    bpy.context.view_layer.update()
    all_points = []
    for ob in bpy.context.scene.objects:
        if ob.type in ('MESH', 'CURVE') and not ob.name.startswith('floor'):
            if ob.type == 'CURVE':
                c = np.array([p.co[:3] for s in ob.data.splines for p in s.points], np.float32).reshape(-1, 3)
            else:
                c = np.empty(len(ob.data.vertices) * 3, np.float32)
                ob.data.vertices.foreach_get('co', c)
                c = c.reshape(-1, 3)
            c = c[:: max(1, len(c) // every)]
            m = np.array(ob.matrix_world)
            all_points.append(c @ m[:3, :3].T + m[:3, 3])
    return np.concatenate(all_points)


def light(elev, light_frame=None, key=1.0, back=1.0, side=1.0, rim=1.0, world=1.0, exposure=0.0):
    """Lights, floor and sky round what stands there; they grow with it, so that big and small are lit alike."""
    sc = bpy.context.scene
    p = points()
    lo, hi = p.min(0), p.max(0)
    target = (lo + hi) / 2
    target = Vector((target[0], target[1], min(target[2], 0.35 * (hi[2] - lo[2]))))
    F = (light_frame or 1.12) * max(hi - lo)
    W = F * F

    def at(x, y, z):
        return (target.x + x * F, target.y + y * F, z * F)

    softbox('key', at(-0.75, 0.35, 0.95), target, 0.85 * F, 0.85 * F, 15 * W * key, color=(1.0, 0.985, 0.96))
    softbox('back', at(-0.06, 1.15, 0.88), target, 1.35 * F, 0.80 * F, 12 * W * back, 0.7, (0.97, 0.985, 1.0), 0.95)
    softbox('side', at(1.15, -0.15, 0.55), target, 0.22 * F, 1.3 * F, 4.5 * W * side, color=(0.96, 0.98, 1.0))
    # Low and behind: black parts keep a bright edge on a dark card.
    softbox('rim left', at(-1.15, 0.75, 0.22), target, 0.16 * F, 1.0 * F, 3.0 * W * rim, color=(0.95, 0.98, 1.0))
    softbox('rim right', at(0.95, 0.95, 0.22), target, 0.16 * F, 1.0 * F, 3.0 * W * rim, color=(0.95, 0.98, 1.0))
    if elev < 45:
        # What stands shows the camera its side, which the others hardly reach.
        softbox('front', at(-0.9, -1.1, 0.75), target, 0.9 * F, 0.9 * F, 9 * W, color=(1.0, 0.99, 0.97))
    bpy.ops.mesh.primitive_plane_add(size=40 * F, location=(target.x, target.y, 0))
    floor = bpy.context.object
    floor.name = 'floor'
    paint = Nodes('floor')
    paint.set(Base_Color=(0.72, 0.72, 0.71), Roughness=1.0, Specular=0.0)
    floor.data.materials.append(paint.m)
    sky(0.85 * world)
    sc.view_settings.exposure = exposure
    return F, target


def dark():
    """Takes lights and floor away."""
    for ob in [o for o in bpy.context.scene.objects if o.type == 'LIGHT' or o.name.startswith('floor')]:
        bpy.data.objects.remove(ob)


def extent_mm(elev):
    p = points()
    size = (p.max(0) - p.min(0)) / U
    return (size[0], size[1] if elev == 90 else size[2])


def sky(strength):
    world = bpy.data.worlds.new('sky')
    bpy.context.scene.world = world
    world.use_nodes = True
    t = world.node_tree
    bg = t.nodes['Background']
    tc, s, mr, r = (t.nodes.new(k) for k in ('ShaderNodeTexCoord', 'ShaderNodeSeparateXYZ', 'ShaderNodeMapRange', 'ShaderNodeValToRGB'))
    t.links.new(tc.outputs['Generated'], s.inputs[0])
    t.links.new(s.outputs[2], mr.inputs[0])
    mr.inputs[1].default_value = -1
    t.links.new(mr.outputs[0], r.inputs[0])
    t.links.new(r.outputs[0], bg.inputs[0])
    el = r.color_ramp.elements
    el[0].position, el[0].color = 0.0, (0.5, 0.5, 0.5, 1)
    el[1].position, el[1].color = 1.0, (0.50, 0.51, 0.53, 1)
    for p, c in ((0.5, 0.06), (0.62, 0.10), (0.80, 0.26)):
        el.new(p).color = (c, c, c * 1.02, 1)
    bg.inputs[1].default_value = strength


def camera():
    sc = bpy.context.scene
    if sc.camera is None:
        cam = bpy.data.cameras.new('camera')
        sc.camera = bpy.data.objects.new('camera', cam)
        bpy.context.collection.objects.link(sc.camera)
        cam.sensor_width = SENSOR
        cam.clip_end = 20000
    return sc.camera


def aim(F, target, elev, fill, near=None):
    """Looks down by `elev` degrees from the front and fills the square up to `fill` with the tool.
    `near` = (x, y, zoom): a closer look at that point of the whole picture (0..1 from the lower left)."""
    ob = camera()
    cam = ob.data
    cam.type, cam.lens = 'PERSP', 100
    e = math.radians(elev)
    ob.location = target + Vector((0, -math.cos(e), math.sin(e))) * (F * 100 / SENSOR)
    ob.rotation_euler = (math.pi / 2 - e, 0, 0)
    bpy.context.view_layer.update()
    p = points()
    q = (p - np.array(ob.location)) @ np.array(ob.matrix_world)[:3, :3]
    n = q[:, :2] / -q[:, 2:3] * (cam.lens / SENSOR)
    lo, hi = n.min(0), n.max(0)
    zoom = fill / max(hi - lo)
    shift = (lo + hi) / 2 * zoom + np.array([0.0, -0.012])
    if near:
        x, y, more = near
        zoom, shift = zoom * more, (shift + np.array([x - 0.5, y - 0.5])) * more
    cam.lens *= zoom
    cam.shift_x, cam.shift_y = shift


def aim_flat(elev, side_mm, left_mm, bottom_mm):
    """Without perspective, from above (90) or from the front (0): `side_mm` wide; the tool's left and lowest point stand
    `left_mm` and `bottom_mm` from the frame's corner."""
    ob = camera()
    cam = ob.data
    cam.type, cam.ortho_scale, cam.shift_x, cam.shift_y = 'ORTHO', side_mm * U, 0, 0
    p = points()
    lo, hi = p.min(0), p.max(0)
    up = 1 if elev == 90 else 2
    x = lo[0] + (side_mm / 2 - left_mm) * U
    y = lo[up] + (side_mm / 2 - bottom_mm) * U
    far = max(hi - lo) * 4
    ob.location = (x, y, hi[2] + far) if elev == 90 else (x, lo[1] - far, y)
    ob.rotation_euler = (math.radians(90 - elev), 0, 0)


def settings(size, samples):
    sc = bpy.context.scene
    sc.render.engine = 'CYCLES'
    c = sc.cycles
    c.device, c.samples, c.use_adaptive_sampling, c.adaptive_threshold, c.adaptive_min_samples = 'CPU', samples, True, 0.03, 8
    c.use_denoising, c.max_bounces, c.glossy_bounces, c.diffuse_bounces, c.transmission_bounces = False, 4, 4, 2, 6
    c.caustics_reflective = c.caustics_refractive = False
    c.sample_clamp_indirect, c.blur_glossy, c.pixel_filter_type, c.filter_width = 5, 0.6, 'BLACKMAN_HARRIS', 1.5
    r = sc.render
    r.film_transparent, r.threads_mode, r.threads, r.use_persistent_data = True, 'FIXED', int(os.environ.get('THREADS', 2)), True
    r.resolution_x = r.resolution_y = size
    r.resolution_percentage = 100
    sc.view_settings.view_transform, sc.view_settings.look = 'Filmic', 'High Contrast'
    r.image_settings.file_format, r.image_settings.color_mode, r.image_settings.color_depth = 'PNG', 'RGBA', '8'


def expose(path, size, samples, shadow=0.5, fade=True):
    """Two passes, joined: the tool alone (the floor is seen in its reflections only), then its bare shadow at half size."""
    sc = bpy.context.scene
    started = time.process_time()
    settings(size, samples)
    c = sc.cycles
    floor = bpy.data.objects['floor']
    floor.is_shadow_catcher, floor.visible_camera = False, False
    sc.render.filepath = path + '.tool.png'
    guides(path, True)
    bpy.ops.render.render(write_still=True)
    guides(path, False)
    between = time.process_time()
    floor.is_shadow_catcher, floor.visible_camera = True, True
    grey = Nodes('grey')
    grey.set(Base_Color=(0.4, 0.4, 0.4), Roughness=1.0, Specular=0.0)
    layer = bpy.context.view_layer
    layer.material_override = grey.m
    tools = [o for o in sc.objects if o.type in ('MESH', 'CURVE') and o is not floor]
    for ob in tools:
        ob.visible_camera = False
    c.samples, c.use_adaptive_sampling, c.max_bounces = min(18, max(8, samples - 2)), False, 0
    sc.render.resolution_percentage = 34
    sc.render.filepath = path + '.shadow.png'
    bpy.ops.render.render(write_still=True)
    layer.material_override = None
    for ob in tools:
        ob.visible_camera = True
    tool = np.asarray(Image.open(path + '.tool.png').convert('RGBA')).astype(np.float32) / 255
    paint, normal, A = exr(path + '.paint'), exr(path + '.normal'), tool[..., 3]
    first = smoothed(tool[..., :3], paint, normal, A)
    # What the first look made calm tells the second one better which neighbours are alike.
    tool = np.dstack([smoothed(tool[..., :3], paint, normal, A, strength=0.07, guess=first), A])
    cast = soft(np.asarray(Image.open(path + '.shadow.png').getchannel('A')).astype(np.float64) / 255, size, fade) * shadow
    out = A + (1 - A) * cast
    rgb = (tool[..., :3] * A[..., None] + SHADOW * ((1 - A) * cast)[..., None]) / np.maximum(out, 1e-6)[..., None]
    Image.fromarray((np.dstack([rgb, out]).clip(0, 1) * 255 + 0.5).astype(np.uint8), 'RGBA').save(path)
    for part in ('.tool.png', '.shadow.png'):
        os.remove(path + part)
    print(f'RENDERED {os.path.basename(path)} {size} px: {between - started:.0f} s + {time.process_time() - between:.0f} s', flush=True)


def guides(path, on):
    """Whether the first pass also writes what the grain is taken off by: the paint and the direction of every surface."""
    sc = bpy.context.scene
    sc.view_layers[0].cycles.denoising_store_passes = on
    sc.use_nodes = on
    if not on:
        return
    t = sc.node_tree
    t.nodes.clear()
    seen = t.nodes.new('CompositorNodeRLayers')
    t.links.new(seen.outputs['Image'], t.nodes.new('CompositorNodeComposite').inputs['Image'])
    for name, slot in (('paint', 'Denoising Albedo'), ('normal', 'Denoising Normal')):
        file = t.nodes.new('CompositorNodeOutputFile')
        file.base_path = os.path.dirname(path)
        file.format.file_format, file.format.color_mode = 'OPEN_EXR', 'RGB'
        file.file_slots[0].path = f'{os.path.basename(path)}.{name}#'
        t.links.new(seen.outputs[slot], file.inputs[0])


def exr(stem):
    """A float picture that the compositor wrote; deleted once read."""
    path = f'{stem}{bpy.context.scene.frame_current}.exr'
    picture = bpy.data.images.load(path)
    w, h = picture.size
    data = np.empty(w * h * picture.channels, np.float32)
    picture.pixels.foreach_get(data)
    bpy.data.images.remove(picture)
    os.remove(path)
    return np.flipud(data.reshape(h, w, -1)[..., :3])


def soft(a, size, fade):
    """The shadow: sharp where the tool touches the ground, smooth where it is far from it, gone before the frame ends."""
    k = size / 1200
    near, mid, far = (gaussian_filter(a, q * k) for q in (1.2, 4.5, 10.0))
    w = np.clip((mid - 0.55) / 0.25, 0, 1)
    v = np.clip((far - 0.20) / 0.30, 0, 1)
    a = near * w + (mid * v + far * (1 - v)) * (1 - w)
    level = np.percentile(a, 20) * 0.8 + 0.01 if fade else 0.02
    a = np.clip((a - level) / (1 - level), 0, 1)
    if fade:
        h, w_ = a.shape
        edge = 37 * k
        ramp = [np.clip(np.minimum(np.arange(n), n - 1 - np.arange(n)) / edge, 0, 1) for n in (h, w_)]
        ramp = [t**2 * (3 - 2 * t) for t in ramp]
        a = a * ramp[0][:, None] * ramp[1][None, :]
    big = Image.fromarray((a * 255).astype(np.float32), 'F').resize((size, size), Image.BICUBIC)
    return np.clip(np.asarray(big) / 255, 0, 1)
