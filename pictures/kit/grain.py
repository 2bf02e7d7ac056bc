"""Takes the grain off a picture of few samples: a neighbour counts as far as it has the same direction of surface, the same
paint and about the same brightness. Debian's Blender is built without a denoiser of its own."""
import numpy as np
from scipy.ndimage import gaussian_filter

REACH = 3


def smoothed(colour, paint, normal, alpha, strength=0.10, guess=None):
    """All (h, w, 3) and (h, w) floats; colour as seen, 0..1, `guess` how bright it is without grain,
    else its blur. Only what is not empty is looked at."""
    h, w = alpha.shape
    pad = lambda q: np.pad(q.astype(np.float32), [(REACH, REACH)] * 2 + [(0, 0)] * (q.ndim - 2)).reshape(-1, *q.shape[2:])
    if guess is None:
        guess = np.dstack([gaussian_filter(colour[..., i], 1.0) for i in range(3)])
    # One row a pixel: what two pixels must have in common, each in units of how far it may differ.
    alike = np.concatenate([pad(normal) / 0.134, pad(paint) / 0.063, pad(guess) / strength, pad(alpha)[:, None] / 0.2], 1)
    seen = pad(colour)
    stride = w + 2 * REACH
    here = np.flatnonzero(pad(alpha) > 0)
    total, weights, own = seen[here].copy(), np.ones(len(here), np.float32), alike[here]
    for dy in range(-REACH, REACH + 1):
        for dx in range(-REACH, REACH + 1):
            if (dy, dx) == (0, 0) or dy * dy + dx * dx > REACH * REACH + 1:
                continue
            there = here + dy * stride + dx
            far = np.square(alike[there] - own).sum(1) + (dx * dx + dy * dy) / 9.0
            k = np.exp(-far)
            total += seen[there] * k[:, None]
            weights += k
    out = seen.copy()
    out[here] = total / weights[:, None]
    return out.reshape(h + 2 * REACH, stride, 3)[REACH:-REACH, REACH:-REACH]
