"""Renders the masters. blender -b -P render.py -- [--draft] [--only whole,detail,scale] NAME...   (no name: what is missing)"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from PIL import Image

from kit import sheet, studio
from kit.meshes import group, place
from pieces import RANGE

VIEWS = {'whole': 800, 'detail': 560, 'scale': 560}
SAMPLES = {'whole': 24, 'detail': 24, 'scale': 16}


def main(words):
    draft = '--draft' in words
    only = words[words.index('--only') + 1].split(',') if '--only' in words else list(VIEWS)
    named = [w for w in words if w in RANGE]
    for name in named or RANGE:
        views = only if named else [v for v in only if not os.path.exists(master(name, v))]
        if views:
            take(name, RANGE[name], views, draft)


def master(name, view):
    return os.path.join(HERE, 'masters', f'{name}.webp' if view == 'whole' else f'{name}-{view}.webp')


def take(name, piece, views, draft):
    studio.clear()
    root = piece.build()
    stand = place(group(root), (0, 0, 0), (0, 0, piece.turn))
    if 'whole' in views or 'detail' in views:
        F, target = studio.light(piece.elev, **piece.light)
        for view in ('whole', 'detail'):
            if view in views:
                studio.aim(F, target, piece.elev, piece.fill, piece.near if view == 'detail' else None)
                shoot(name, view, draft, fade=view == 'whole')
    if 'scale' in views:
        place(stand, (0, 0, 0), (0, 0, piece.flat_turn))
        studio.dark()
        studio.light(piece.flat, **piece.light)
        mat = sheet.plan(studio.extent_mm(piece.flat))
        studio.aim_flat(piece.flat, mat.side, mat.left, mat.bottom)
        shoot(name, 'scale', draft, fade=False, finish=mat.lay)


def shoot(name, view, draft, fade, finish=None):
    size = int(os.environ.get('SIZE', 420)) if draft else VIEWS[view]
    path = os.path.join('/tmp', f'picture-{os.getpid()}.png')
    studio.expose(path, size, 12 if draft else int(os.environ.get('SAMPLES', SAMPLES[view])), fade=fade)
    picture = Image.open(path)
    picture.load()
    os.remove(path)
    if finish:
        picture = finish(picture)
    if draft:
        os.makedirs('/tmp/drafts', exist_ok=True)
        picture.save(f'/tmp/drafts/{name}-{view}.png')
    else:
        picture.save(master(name, view), quality=90, method=6)
    print(f'{name} {view}', flush=True)


main(sys.argv[sys.argv.index('--') + 1 :])
