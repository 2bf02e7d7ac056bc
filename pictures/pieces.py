"""What is pictured: one entry a SKU. A new size of a family is one more line here."""
from dataclasses import dataclass, field
from typing import Callable

from models import axe, bolt, clamp, cutting, hammer, lifting, measuring, saw, screwdriver, sets, site, small, spanner


@dataclass
class Piece:
    """`turn`: degrees on the floor, `elev`: how far the camera looks down, `fill`: share of the square, `near`: what the
    second picture looks at (x, y from the lower left of the first, and how much closer), `flat`: the third is taken from
    above (90) or from the front (0), turned by `flat_turn`."""
    build: Callable
    turn: float = 42
    elev: float = 58
    fill: float = 0.86
    near: tuple = (0.7, 0.7, 2.6)
    flat: int = 90
    flat_turn: float = 0
    light: dict = field(default_factory=dict)


HAMMER = dict(turn=42, elev=60, near=(0.82, 0.77, 2.4))
SPANNER = dict(turn=42, elev=60, near=(0.80, 0.75, 2.6))
SCREWDRIVER = dict(turn=40, elev=58, near=(0.88, 0.795, 4.6))
BOLT = dict(turn=30, elev=48, near=(0.73, 0.58, 2.0))
CLAMP = dict(turn=40, elev=58, near=(0.58, 0.54, 2.0))


RANGE = {
    'ham-cl-16h': Piece(lambda: hammer.claw_hammer(16, 330), **HAMMER),
    'ham-bp-24f': Piece(lambda: hammer.ball_pein_hammer(24, 355), **HAMMER),
    'set-en-02': Piece(sets.engineers_set, turn=42, elev=60, near=(0.68, 0.64, 1.7)),
    'spa-co-13': Piece(lambda: spanner.combination(13), **SPANNER),
    'spa-co-19': Piece(lambda: spanner.combination(19), **SPANNER),
    **{f'spa-co-{size:02}': Piece(lambda size=size: spanner.combination(size), **SPANNER) for size in (8, 10, 17, 24)},
    **{f'scr-sl-{round(width * 10)}': Piece(lambda width=width, long=long: screwdriver.slotted(width, long), **SCREWDRIVER) for width, long in ((4.0, 100), (6.5, 150), (8.0, 175))},
    **{f'blt-m{size}-{long}': Piece(lambda size=size, long=long: bolt.bolt(size, long), **BOLT) for size, long in ((6, 30), (8, 40), (10, 80), (12, 60))},
    **{f'ham-cl-{ounces}h': Piece(lambda ounces=ounces, long=long: hammer.claw_hammer(ounces, long), **HAMMER) for ounces, long in ((13, 310), (20, 340))},
    **{f'cla-g-{size}': Piece(lambda size=size, deep=deep: clamp.g_clamp(size, deep), **CLAMP) for size, deep in ((100, 56), (200, 100))},
    'squ-200': Piece(lambda: measuring.square(200), turn=24, elev=64, near=(0.28, 0.50, 2.2)),
    'squ-600': Piece(lambda: measuring.square(600), turn=24, elev=64, near=(0.22, 0.52, 3.4)),
    'spa-ad-250': Piece(lambda: spanner.adjustable(250), **SPANNER),
    'scr-sl-55': Piece(lambda: screwdriver.slotted(5.5, 100), **SCREWDRIVER),
    'scr-ph-2': Piece(lambda: screwdriver.cross(2, 100), **SCREWDRIVER),
    'blt-m10-50': Piece(lambda: bolt.bolt(10, 50), **BOLT),
    'blt-516-2': Piece(lambda: bolt.bolt('5/16', 50.8, '5', bolt.YELLOW), **BOLT),
    'cla-g-150': Piece(lambda: clamp.g_clamp(150, 80), **CLAMP),
    'cla-g-075': Piece(lambda: clamp.g_clamp(75, 45, black_oxide=True), **CLAMP),
    'squ-300': Piece(lambda: measuring.square(300), turn=24, elev=64, near=(0.28, 0.50, 2.2)),
    'rul-300': Piece(lambda: measuring.rule(300), turn=42, elev=66, near=(0.30, 0.32, 2.6)),
    'axe-fe-16': Piece(lambda: axe.felling_axe(800, 1.6), turn=42, elev=60, near=(0.80, 0.78, 2.8)),
    'axe-ha-06': Piece(lambda: axe.hatchet(360, 600), turn=42, elev=60, near=(0.74, 0.72, 2.1)),
    'saw-ha-550': Piece(lambda: saw.hand_saw(550, 9), turn=34, elev=62, near=(0.32, 0.38, 2.2)),
    'saw-pr-300': Piece(lambda: saw.pruning_saw(300), turn=36, elev=62, near=(0.58, 0.57, 2.3)),
    'she-200': Piece(lambda: cutting.workshop_shears(200), turn=40, elev=60, near=(0.55, 0.55, 2.4)),
    'kni-in-280': Piece(lambda: cutting.insulation_knife(280), turn=40, elev=60, near=(0.67, 0.65, 2.4)),
    'mag-25': Piece(lambda: lifting.lifting_magnet(25), turn=-24, elev=30, near=(0.50, 0.55, 1.9), flat=0),
    'cha-06': Piece(lambda: lifting.chain(6), turn=0, elev=56, near=(0.62, 0.58, 2.6)),
    'hoo-br-80': Piece(lambda: lifting.brass_hook(80), turn=36, elev=56, near=(0.34, 0.34, 2.2)),
    'pic-25': Piece(lambda: axe.pickaxe(2.5, 900), turn=42, elev=60, near=(0.78, 0.76, 2.9)),
    'buc-14': Piece(lambda: site.bucket(14), turn=24, elev=28, fill=0.78, near=(0.66, 0.68, 2.2), flat=0),
    'bro-280': Piece(lambda: site.broom(280, 1200), turn=42, elev=58, near=(0.30, 0.38, 3.6)),
    'lad-ti-30': Piece(lambda: site.ladder(3.0, 10), turn=42, elev=58, near=(0.70, 0.66, 4.0)),
    'box-ca-480': Piece(lambda: site.toolbox(480), turn=-60, elev=32, near=(0.64, 0.56, 2.0), flat=0),
    'tor-300': Piece(lambda: small.inspection_torch(165), turn=-42, elev=40, near=(0.78, 0.34, 2.4)),
    'pad-50': Piece(lambda: small.padlock(50), turn=14, elev=54, near=(0.44, 0.44, 1.8)),
    'bru-rd-12': Piece(lambda: small.round_brush(220, 12), turn=42, elev=58, near=(0.80, 0.79, 3.2)),
}
