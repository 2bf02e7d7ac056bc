// Makes the shop's own pictures from the 3-D tool set of @lobehub/fluent-emoji-3d (MIT): each in the house's colours,
// with the shadow that it throws and no ground, so that the pages lay it on a light or a dark one; as AVIF and WebP in
// fixed sizes. And the icons that browsers and shared links show.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'node_modules/@lobehub/fluent-emoji-3d/assets');
const pictures = join(root, 'public/pictures');

/** Which drawing shows which family of tools. */
const TOOLS = {
  hammer: '1f528',
  'hammer-and-wrench': '1f6e0-fe0f',
  wrench: '1f527',
  screwdriver: '1fa9b',
  'nut-and-bolt': '1f529',
  axe: '1fa93',
  saw: '1fa9a',
  clamp: '1f5dc-fe0f',
  toolbox: '1f9f0',
  ladder: '1fa9c',
  pick: '26cf-fe0f',
  square: '1f4d0',
  ruler: '1f4cf',
  shears: '2702-fe0f',
  knife: '1f52a',
  torch: '1f526',
  magnet: '1f9f2',
  chain: '26d3-fe0f',
  hook: '1fa9d',
  brush: '1f58c-fe0f',
  goggles: '1f97d',
  gloves: '1f9e4',
  vest: '1f9ba',
  bucket: '1faa3',
  broom: '1f9f9',
  padlock: '1f512',
  'not-found': '1f9ed',
};
/** Where on the colour circle each paint begins and ends, in degrees; neighbours run into one another over FADE. */
const PAINTS = [
  { from: 312, to: 374, paint: (hue, s, l) => [10, s * 0.78, l * 0.84] },
  { from: 14, to: 60, paint: (hue, s, l) => [hue, s * 0.82, l * 0.92] },
  { from: 60, to: 175, paint: (hue, s, l) => [hue, s * 0.6, l] },
  { from: 175, to: 232, paint: (hue, s, l) => [207, s * 0.42, l * 0.82] },
  { from: 232, to: 312, paint: (hue, s, l) => [212, s * 0.16, l * 0.94] },
];
const FADE = 16;

/** Their handles are drawn with lilac in the shade, which is wood and not steel. */
const WOODEN = new Set(['hammer', 'hammer-and-wrench'].map((name) => `${TOOLS[name]}.webp`));
const WIDTHS = [160, 320, 640];
/** How much of the frame the tool takes. */
const FILL = 0.74;

if (!existsSync(source)) {
  if (existsSync(join(pictures, 'hammer-640.webp'))) process.exit(0);
  console.error('The pictures are missing and their source is a dev dependency: run npm ci, then npm run build.');
  process.exit(1);
}
mkdirSync(pictures, { recursive: true });
const newest = Math.max(
  statSync(fileURLToPath(import.meta.url)).mtimeMs,
  statSync(join(source, '..', 'package.json')).mtimeMs,
  statSync(join(root, 'scripts/share-card-lettering.svg')).mtimeMs,
);
const stamp = join(pictures, '.made-from');
if (existsSync(stamp) && Number(readFileSync(stamp, 'utf8')) === newest) process.exit(0);

for (const [slug, code] of Object.entries(TOOLS)) {
  const master = await photograph(join(source, `${code}.webp`), 640);
  for (const width of WIDTHS) {
    const sized = sharp(master).resize(width, width, { kernel: 'lanczos3' });
    await sized
      .clone()
      .webp({ quality: 80, alphaQuality: 80, effort: 4 })
      .toFile(join(pictures, `${slug}-${width}.webp`));
    await sized
      .clone()
      .avif({ quality: 55, effort: 2 })
      .toFile(join(pictures, `${slug}-${width}.avif`));
  }
}
await icons();
writeFileSync(
  join(pictures, 'LICENSE.txt'),
  'The tools are drawn from Fluent Emoji 3D, copyright Microsoft Corporation, MIT licence,\ntaken from the npm package @lobehub/fluent-emoji-3d, and set on a background of our own.\n',
);
writeFileSync(stamp, String(newest));

/** One drawing as a cut-out product photograph: graded, sharpened, with a soft shadow behind it and one under it. */
async function photograph(file, size) {
  const tool = Math.round(size * FILL);
  const drawing = await sharp(await graded(file))
    .trim({ background: '#0000', threshold: 4 })
    .resize(tool, tool, { kernel: 'lanczos3', fit: 'contain', background: '#0000' })
    .sharpen({ sigma: 1, m1: 0.3, m2: 0.9 })
    .png()
    .toBuffer();
  const left = Math.round((size - tool) / 2);
  const top = Math.round((size - tool) / 2 - size * 0.03);
  const silhouette = await sharp(drawing).ensureAlpha().extractChannel('alpha').toBuffer();
  const cast = await sharp({ create: { width: tool, height: tool, channels: 3, background: '#0a0f13' } })
    .joinChannel(silhouette)
    .png()
    .toBuffer();
  const shadow = await sharp({ create: { width: size, height: size, channels: 4, background: '#0a0f1300' } })
    .composite([{ input: cast, left: left + Math.round(size * 0.012), top: top + Math.round(size * 0.028) }])
    .png()
    .toBuffer()
    .then((image) =>
      sharp(image)
        .blur(size * 0.02)
        .linear([1, 1, 1, 0.3], [0, 0, 0, 0])
        .png()
        .toBuffer(),
    );
  const floor = Buffer.from(`<svg width="${size}" height="${size}" xmlns="http://www.w3.org/2000/svg">
    <defs><radialGradient id="f"><stop offset="0" stop-color="#0a0f13" stop-opacity=".3"/><stop offset=".5" stop-color="#0a0f13" stop-opacity=".1"/><stop offset="1" stop-color="#0a0f13" stop-opacity="0"/></radialGradient></defs>
    <ellipse cx="50%" cy="${size * 0.895}" rx="${size * 0.36}" ry="${size * 0.045}" fill="url(#f)"/>
  </svg>`);
  return sharp({ create: { width: size, height: size, channels: 4, background: '#0a0f1300' } })
    .composite([{ input: floor }, { input: shadow }, { input: drawing, left, top }])
    .png()
    .toBuffer();
}

/** The drawing in the house's livery: lilac shading becomes bare steel, pink lacquer becomes oxide red, blue turns to slate. */
async function graded(file) {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const wooden = WOODEN.has(basename(file));
  for (let at = 0; at < data.length; at += 4) {
    const [drawn, saturation, lightness] = toHsl(data[at], data[at + 1], data[at + 2]);
    const hue = wooden && lightness < 0.5 && drawn > 200 ? 350 : drawn;
    data.set(livery(hue, saturation, lightness), at);
  }
  return sharp(data, { raw: info }).png().toBuffer();
}

function livery(hue, saturation, lightness) {
  const mixed = [0, 0, 0];
  // Next to white a pixel's hue is noise.
  const calmed = saturation * Math.min(1, (1 - lightness) * 5);
  for (const { from, to, paint } of PAINTS) {
    const middle = (from + to) / 2;
    const away = Math.abs(((hue - middle + 540) % 360) - 180) - (to - from) / 2;
    const share = Math.min(1, Math.max(0, 0.5 - away / FADE));
    toRgb(...paint(hue, calmed, lightness)).forEach((value, channel) => (mixed[channel] += value * share));
  }
  return mixed.map(Math.round);
}

function toHsl(r, g, b) {
  const max = Math.max(r, g, b) / 255;
  const min = Math.min(r, g, b) / 255;
  const lightness = (max + min) / 2;
  const chroma = max - min;
  if (chroma === 0) return [0, 0, lightness];
  const saturation = chroma / (1 - Math.abs(2 * lightness - 1));
  const [red, green, blue] = [r / 255, g / 255, b / 255];
  const sixth =
    max === red
      ? ((green - blue) / chroma + 6) % 6
      : max === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4;
  return [sixth * 60, saturation, lightness];
}

function toRgb(hue, saturation, lightness) {
  const amount = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const k = (offset + hue / 30) % 12;
    return 255 * (lightness - amount * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  });
}

/** The mark: two jaws of a vice that are also a T, in the house's colours. */
function mark(size, padding = 0) {
  const inner = 64 + padding * 2;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-padding} ${-padding} ${inner} ${inner}">
    <rect x="${-padding}" y="${-padding}" width="${inner}" height="${inner}" rx="${padding ? 0 : 14}" fill="#13222c"/>
    <path d="M12 16h40v10H12z" fill="#f6f3ee"/><path d="M27 30h10v20H27z" fill="#f6f3ee"/><path d="M12 30h11v6H12zM41 30h11v6H41z" fill="#d9541e"/>
  </svg>`);
}

async function icons() {
  const folder = join(root, 'public');
  writeFileSync(join(folder, 'favicon.svg'), mark(64));
  await sharp(mark(180, 6)).png().toFile(join(folder, 'apple-touch-icon.png'));
  await sharp(mark(192)).png().toFile(join(folder, 'icon-192.png'));
  await sharp(mark(512)).png().toFile(join(folder, 'icon-512.png'));
  await sharp(mark(512, 12)).png().toFile(join(folder, 'icon-maskable-512.png'));
  writeFileSync(join(folder, 'favicon.ico'), ico(await sharp(mark(32)).png().toBuffer(), 32));
  await shareCard(join(folder, 'share.png'));
}

/** An .ico file is a directory of one picture, here a PNG. */
function ico(png, size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, png]);
}

/** What a shared link shows: 1200 × 630, tools hanging on the dark board of the home page. */
async function shareCard(file) {
  const ground = Buffer.from(`<svg width="1200" height="630" xmlns="http://www.w3.org/2000/svg">
    <defs><pattern id="holes" width="30" height="30" patternUnits="userSpaceOnUse"><circle cx="15" cy="15" r="2.4" fill="#0b151c"/></pattern></defs>
    <rect width="1200" height="630" fill="#1b2f3c"/><rect width="1200" height="630" fill="url(#holes)"/>
    <rect width="1200" height="270" fill="#13222c"/><rect y="270" width="1200" height="6" fill="#d9541e"/>
  </svg>`);
  const tools = await Promise.all(
    ['hammer', 'wrench', 'saw', 'screwdriver', 'axe'].map(async (slug, index) => ({
      input: await sharp(await photograph(join(source, `${TOOLS[slug]}.webp`), 640))
        .resize(250, 250)
        .png()
        .toBuffer(),
      left: 25 + index * 225,
      top: 325,
    })),
  );
  const words = { input: readFileSync(join(root, 'scripts/share-card-lettering.svg')), left: 80, top: 58 };
  await sharp(ground)
    .composite([...tools, words])
    .png({ palette: true, quality: 85 })
    .toFile(file);
}
