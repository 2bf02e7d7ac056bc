// npm run pictures [-- NAME…]: renders what has no master yet (or what is named) with Blender, and makes of every master the
// sizes that the shop serves; -- --sizes makes the sizes alone, without Blender. Whoever installs, builds or tests the shop
// needs none of it: masters and sizes are committed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { familyPictures } from '../content/picture-names.ts';
import { largestWidth, pictureWidths } from '../content/pictures.ts';
import { drawings } from './drawings.mjs';
import { icons } from './icons.mjs';
import { relativeSize } from './relative.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const masters = join(here, 'masters');
const served = join(here, '../public/pictures');
const names = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const sizesAlone = process.argv.includes('--sizes');

/** How far from its edge a shadow begins to fade, as a part of the picture's width. */
const FADE = 0.22;
/** What covers less is shadow, and not the thing. */
const SHADOW_ALPHA = 110;

mkdirSync(served, { recursive: true });
for (const [name, svg] of Object.entries(drawings)) {
  const master = join(masters, `${name}.webp`);
  const drawn = await sharp(Buffer.from(svg)).webp({ quality: 92, alphaQuality: 95, effort: 6 }).toBuffer();
  if (!existsSync(master) || !drawn.equals(readFileSync(master))) writeFileSync(master, drawn);
}
if (!sizesAlone) render();
const all = readdirSync(masters).map((file) => file.slice(0, -'.webp'.length));
for (const master of all.toSorted()) await sizes(master);
// Shops that were filled with earlier pictures ask for a family's one.
for (const [family, name] of Object.entries(familyPictures)) {
  for (const width of pictureWidths) {
    for (const type of ['avif', 'webp'])
      await copyFile(join(served, `${name}-${width}.${type}`), join(served, `${family}-${width}.${type}`));
  }
}
await icons();

function render() {
  // Large numpy arrays are otherwise given back to the system and taken anew at every step.
  const memory = ['MALLOC_MMAP_THRESHOLD_=33554432', 'MALLOC_TRIM_THRESHOLD_=4000000000'];
  // Blender looks for its script where the shell says that it is.
  const blender = [`PWD=${here}`, 'blender', '-b', '-P', 'render.py', '--', ...names];
  const { error, status } = spawnSync('nice', ['env', ...memory, ...blender], { cwd: here, stdio: 'inherit' });
  if (error || status !== 0) {
    console.error('Rendering needs Blender and some Python libraries: pictures/README.md says which.');
    process.exit(1);
  }
}

/** A master in all widths; what is there already and was not asked for stays. */
async function sizes(master) {
  const view = /-(detail|scale)$/.exec(master)?.[1];
  const name = view ? master.slice(0, -view.length - 1) : master;
  const source = join(masters, `${master}.webp`);
  const wanted = names.includes(name);
  for (const width of view ? pictureWidths : [...pictureWidths, largestWidth]) {
    const file = join(served, `${master}-${width}`);
    if (!wanted && [`${file}.avif`, `${file}.webp`].every((made) => changedAt(made) >= changedAt(source))) continue;
    const inner = view || width === largestWidth ? width : Math.round(width * relativeSize(name, all));
    const left = Math.floor((width - inner) / 2);
    const picture = (view ? sharp(source) : await fadedAtTheEdge(source))
      .resize(inner, inner, { kernel: 'lanczos3' })
      .extend({ left, top: left, right: width - inner - left, bottom: width - inner - left, background: '#0000' });
    await picture.clone().webp({ quality: 82, alphaQuality: 85, effort: 4 }).toFile(`${file}.webp`);
    await picture.clone().avif({ quality: 58, effort: 2 }).toFile(`${file}.avif`);
  }
}

/** The master with its shadow gone where it ends: one that is cut shows the square that it was rendered in. */
async function fadedAtTheEdge(source) {
  const { data, info } = await sharp(source).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const alphaAt = (x, y) => (y * width + x) * channels + 3;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[alphaAt(x, y)] < 2) continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
  }
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const at = alphaAt(x, y);
      if (data[at] >= SHADOW_ALPHA) continue;
      const inside = Math.min(1, Math.min(x - left, right - x, y - top, bottom - y) / (FADE * width));
      data[at] = Math.round(data[at] * inside * inside * (3 - 2 * inside));
    }
  }
  return sharp(data, { raw: info });
}

function changedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}
