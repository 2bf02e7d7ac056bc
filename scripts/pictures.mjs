// Makes the shop's own pictures from the 3-D tool set of @lobehub/fluent-emoji-3d (MIT): each on one calm studio
// background, as AVIF and WebP in fixed sizes; and the icons that browsers and shared links show.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  gear: '2699-fe0f',
};
const WIDTHS = [160, 320, 640];
/** How much of the frame the tool takes. */
const FILL = 0.62;

if (!existsSync(source)) {
  if (existsSync(join(pictures, 'hammer-640.webp'))) process.exit(0);
  console.error('The pictures are missing and their source is a dev dependency: run npm ci, then npm run build.');
  process.exit(1);
}
mkdirSync(pictures, { recursive: true });
const newest = Math.max(
  statSync(fileURLToPath(import.meta.url)).mtimeMs,
  statSync(join(source, '..', 'package.json')).mtimeMs,
);
const stamp = join(pictures, '.made-from');
if (existsSync(stamp) && Number(readFileSync(stamp, 'utf8')) === newest) process.exit(0);

for (const [slug, code] of Object.entries(TOOLS)) {
  const master = await studio(join(source, `${code}.webp`), 640);
  for (const width of WIDTHS) {
    const sized = sharp(master).resize(width, width, { kernel: 'lanczos3' });
    await sized
      .clone()
      .webp({ quality: 82, effort: 4 })
      .toFile(join(pictures, `${slug}-${width}.webp`));
    await sized
      .clone()
      .avif({ quality: 58, effort: 2 })
      .toFile(join(pictures, `${slug}-${width}.avif`));
  }
}
await sharp(await studio(join(source, '1f9ed.webp'), 640))
  .webp({ quality: 80 })
  .toFile(join(pictures, 'not-found-640.webp'));
await sharp(await studio(join(source, '1f9ed.webp'), 640))
  .resize(320)
  .avif({ quality: 58, effort: 2 })
  .toFile(join(pictures, 'not-found-320.avif'));
await icons();
writeFileSync(
  join(pictures, 'LICENSE.txt'),
  'The tools are drawn from Fluent Emoji 3D, copyright Microsoft Corporation, MIT licence,\ntaken from the npm package @lobehub/fluent-emoji-3d, and set on a background of our own.\n',
);
writeFileSync(stamp, String(newest));

/** One drawing as a product photograph: on a seamless warm-grey ground, lit from above, with the shadow that it throws. */
async function studio(file, size) {
  const tool = Math.round(size * FILL);
  const drawing = await sharp(file)
    .resize(tool, tool, { kernel: 'lanczos3', fit: 'contain', background: '#0000' })
    .modulate({ saturation: 0.82 })
    .sharpen({ sigma: 0.8 })
    .png()
    .toBuffer();
  const left = Math.round((size - tool) / 2);
  const top = Math.round((size - tool) / 2 - size * 0.02);
  const ground = Buffer.from(`<svg width="${size}" height="${size}" xmlns="http://www.w3.org/2000/svg">
    <defs>
      <radialGradient id="wall" cx="50%" cy="38%" r="75%"><stop offset="0" stop-color="#fcfbf9"/><stop offset=".6" stop-color="#f1efeb"/><stop offset="1" stop-color="#e1ddd6"/></radialGradient>
      <radialGradient id="floor" cx="50%" cy="50%" r="50%"><stop offset="0" stop-color="#3d352b" stop-opacity=".34"/><stop offset=".55" stop-color="#3d352b" stop-opacity=".12"/><stop offset="1" stop-color="#3d352b" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#wall)"/>
    <ellipse cx="50%" cy="${size * 0.815}" rx="${size * 0.31}" ry="${size * 0.045}" fill="url(#floor)"/>
  </svg>`);
  const silhouette = await sharp(drawing).ensureAlpha().extractChannel('alpha').toBuffer();
  const cast = await sharp({ create: { width: tool, height: tool, channels: 3, background: '#4a4136' } })
    .joinChannel(silhouette)
    .png()
    .toBuffer();
  const shadow = await sharp({ create: { width: size, height: size, channels: 4, background: '#0000' } })
    .composite([{ input: cast, left: left + Math.round(size * 0.012), top: top + Math.round(size * 0.03) }])
    .png()
    .toBuffer()
    .then((image) =>
      sharp(image)
        .blur(size * 0.022)
        .linear([1, 1, 1, 0.26], [0, 0, 0, 0])
        .png()
        .toBuffer(),
    );
  return sharp(ground)
    .composite([{ input: shadow }, { input: drawing, left, top }])
    .png()
    .toBuffer();
}

/** The mark: two jaws of a vice that are also a T, in the house's colours. */
function mark(size, padding = 0) {
  const inner = 64 + padding * 2;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-padding} ${-padding} ${inner} ${inner}">
    <rect x="${-padding}" y="${-padding}" width="${inner}" height="${inner}" rx="${padding ? 0 : 14}" fill="#16324a"/>
    <path d="M12 16h40v10H12z" fill="#f6f3ee"/><path d="M27 30h10v20H27z" fill="#f6f3ee"/><path d="M12 30h11v6H12zM41 30h11v6H41z" fill="#e8792b"/>
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

/** What a shared link shows: 1200 × 630, tools in a row on the studio ground. */
async function shareCard(file) {
  const ground = Buffer.from(`<svg width="1200" height="630" xmlns="http://www.w3.org/2000/svg">
    <rect width="1200" height="630" fill="#16324a"/><rect y="600" width="1200" height="30" fill="#e8792b"/>
    <text x="80" y="150" font-family="DejaVu Sans, Arial, sans-serif" font-size="76" font-weight="700" fill="#f6f3ee">Tradebench</text>
    <text x="80" y="215" font-family="DejaVu Sans, Arial, sans-serif" font-size="34" fill="#c9d5df">Hand tools by the piece, in bulk, from the maker</text>
  </svg>`);
  const tools = await Promise.all(
    ['hammer', 'wrench', 'saw', 'screwdriver', 'axe'].map(async (slug, index) => ({
      input: await sharp(join(source, `${TOOLS[slug]}.webp`))
        .resize(200, 200)
        .modulate({ saturation: 0.85 })
        .png()
        .toBuffer(),
      left: 70 + index * 218,
      top: 320,
    })),
  );
  await sharp(ground).composite(tools).png({ palette: true, quality: 85 }).toFile(file);
}
