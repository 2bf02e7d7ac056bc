"""Lettering and scales, drawn as bump and ink maps."""
import os
import tempfile

from PIL import Image, ImageDraw, ImageFilter, ImageFont

BOLD = '/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Bold.ttf'
MEDIUM = '/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf'
FOLDER = tempfile.mkdtemp(prefix='stamps-')


def lettering(name, items, w, h, ppm=24, mirrored=False):
    """items: (text, x, y, size mm, tracking mm), each centred on x and y from the lower left. Gives the file's path."""
    im = Image.new('L', (int(w * ppm), int(h * ppm)), 0)
    d = ImageDraw.Draw(im)
    for text, x, y, size, track in items:
        f = ImageFont.truetype(BOLD, int(size * 1.38 * ppm))
        px = x * ppm - (sum(f.getlength(ch) + track * ppm for ch in text) - track * ppm) / 2
        for ch in text:
            d.text((px, (h - y) * ppm), ch, 255, f, anchor='lm')
            px += f.getlength(ch) + track * ppm
    im = im.filter(ImageFilter.GaussianBlur(1.6))
    return keep(name, im.transpose(Image.FLIP_LEFT_RIGHT) if mirrored else im)


def millimetres(name, length, width, ppm=20, text='', edge='bottom', big=4.6, start=0):
    """A scale in millimetres along the lower edge of a blade, with its inscription."""
    im = Image.new('L', (int(length * ppm), int(width * ppm)), 0)
    d = ImageDraw.Draw(im)
    H = im.size[1]
    # Three figures have ten millimetres, however large the blade.
    f, g = ImageFont.truetype(MEDIUM, int(min(big, 4.6) * ppm)), ImageFont.truetype(MEDIUM, int(big * 0.95 * ppm))
    lw = 0.30 * ppm
    k = big / 4.6
    for i in range(1, int(length - start)):
        n = (8.5 if i % 10 == 0 else 6.4 if i % 5 == 0 else 4.4) * k
        x = (i + start) * ppm
        d.rectangle((x - lw / 2, H - n * ppm, x + lw / 2, H), fill=255)
        if i % 10 == 0 and i < length - start - 4:
            d.text((x, H - 11.6 * k * ppm), str(i), 255, f, anchor='mm')
    if text:
        d.text(((start + 14) * ppm, width * 0.36 * ppm), text, 255, g, anchor='lm')
    return keep(name, im)


def keep(name, im):
    path = os.path.join(FOLDER, name.replace('/', '-') + '.png')
    im.save(path)
    return path
