"""Sets: several tools side by side, laid out as on their card."""
from kit.meshes import group, place
from models.hammer import cross_pein_hammer
from models.spanner import adjustable


def engineers_set():
    hammer = place(group(cross_pein_hammer(500, 320, chrome=True)), (0, 62, 0), (0, 0, 0))
    spanner = place(group(adjustable(250, opening=12, chrome=True)), (50, -62, 0), (0, 0, 0))
    return group(hammer, spanner)
