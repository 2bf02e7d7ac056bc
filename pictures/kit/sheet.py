"""The cutting mat on which a tool is shown to scale: lines every 10 mm (or a round step of it) and a rule along two edges."""
import os

from PIL import Image, ImageDraw, ImageFont

FONT = os.path.join(os.path.dirname(__file__), '../../node_modules/@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-600-normal.woff')
MAT, LINE, STRONG, INK = (47, 71, 85), (62, 88, 103), (86, 115, 131), (232, 238, 241)
MARGIN = 0.105


class Mat:
    def __init__(self, side, step, left, bottom):
        self.side, self.step, self.left, self.bottom = side, step, left, bottom

    def lay(self, picture):
        """The picture (RGBA, square) on the mat."""
        n = picture.width * 2
        k = n / self.side
        ground = Image.new('RGB', (n, n), MAT)
        d = ImageDraw.Draw(ground)
        x0, y0 = self.left * k, n - self.side * MARGIN * k
        hair = max(1, round(n / 900))
        count = int(self.side / self.step) + 2
        for i in range(-count, count):
            strong = i % 5 == 0
            w = hair * (2 if strong else 1)
            x, y = x0 + i * self.step * k, y0 - i * self.step * k
            d.line((x, 0, x, n), LINE if not strong else STRONG, w)
            d.line((0, y, n, y), LINE if not strong else STRONG, w)
        self.rule(d, n, k, x0, y0, hair)
        ground = ground.resize(picture.size, Image.LANCZOS).convert('RGBA')
        ground.alpha_composite(picture)
        return ground.convert('RGB')

    def rule(self, d, n, k, x0, y0, hair):
        band = n * MARGIN * 0.70
        d.rectangle((0, n - band, n, n), INK)
        d.rectangle((0, 0, band, n), INK)
        font = ImageFont.truetype(FONT, round(n * 0.024))
        fine = self.step / (10 if self.step * k / 10 > 7 else 5 if self.step * k / 5 > 7 else 2)
        ratio = round(self.step / fine)
        for i in range(0, int(self.side / fine) + 1):
            major, half = i % ratio == 0, ratio % 2 == 0 and i % ratio == ratio // 2
            length = band * (0.42 if major else 0.30 if half else 0.20)
            x, y = x0 + i * fine * k, y0 - i * fine * k
            if x <= n:
                d.line((x, n - band, x, n - band + length), MAT, hair * 2)
            if y >= 0:
                d.line((band, y, band - length, y), MAT, hair * 2)
        wide = font.getlength('0000') * 1.15
        every = next(m for m in (1, 2, 5, 10) if m * self.step * k > wide)
        for i in range(0, int(self.side / self.step) + 1, every):
            label = f'{i * self.step:g}'
            x, y = x0 + i * self.step * k, y0 - i * self.step * k
            if x < n - wide / 3:
                d.text((x, n - band * 0.28), label, MAT, font, anchor='mm')
            if 0 < i and y > wide / 3:
                d.text((band * 0.30, y), label, MAT, font, anchor='mm')
        d.rectangle((0, n - band + 0.55 * band, band, n), INK)
        d.text((band * 0.5, n - band * 0.28), 'mm', MAT, font, anchor='mm')


def plan(extent):
    """The mat for something `extent` = (width, height) mm big: it begins at the zero of both rules."""
    side = max(extent) / (1 - 2 * MARGIN + 0.03)
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500) if side / s <= 26)
    up = max(side * MARGIN + (side * (1 - MARGIN) - extent[1]) / 2 - side * MARGIN, 0) // step * step
    return Mat(side, step, side * MARGIN, side * MARGIN + up)
