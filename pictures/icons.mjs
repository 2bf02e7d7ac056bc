// What browsers, telephones and shared links show of the shop: the mark in several sizes, and the card of a shared link.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '../public');

/** The mark: two jaws of a vice that are also a T, in the house's colours. */
function mark(size, padding = 0) {
  const inner = 64 + padding * 2;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-padding} ${-padding} ${inner} ${inner}">
    <rect x="${-padding}" y="${-padding}" width="${inner}" height="${inner}" rx="${padding ? 0 : 14}" fill="#13222c"/>
    <path d="M12 16h40v10H12z" fill="#f6f3ee"/><path d="M27 30h10v20H27z" fill="#f6f3ee"/><path d="M12 30h11v6H12zM41 30h11v6H41z" fill="#d9541e"/>
  </svg>`);
}

export async function icons() {
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
    ['ham-cl-16h', 'spa-co-19', 'saw-ha-550', 'cla-g-150', 'axe-ha-06'].map(async (name, index) => ({
      input: await sharp(join(here, `masters/${name}.webp`))
        .resize(250, 250)
        .png()
        .toBuffer(),
      left: 25 + index * 225,
      top: 325,
    })),
  );
  const words = { input: readFileSync(join(here, 'share-card-lettering.svg')), left: 80, top: 58 };
  await sharp(ground)
    .composite([...tools, words])
    .png({ palette: true, quality: 85 })
    .toFile(file);
}
