/** The shop's own pictures, made by scripts/pictures.mjs: square, without a ground, in three widths. */
export const pictureNames = [
  'hammer',
  'hammer-and-wrench',
  'wrench',
  'screwdriver',
  'nut-and-bolt',
  'axe',
  'saw',
  'clamp',
  'toolbox',
  'ladder',
  'pick',
  'square',
  'ruler',
  'shears',
  'knife',
  'torch',
  'magnet',
  'chain',
  'hook',
  'brush',
  'goggles',
  'gloves',
  'vest',
  'bucket',
  'broom',
  'padlock',
  'not-found',
] as const;
export type PictureName = (typeof pictureNames)[number];

/** In pixels; a picture is as high as it is wide. */
export const pictureWidths = [160, 320, 640] as const;

/** Uploaded pictures are kept in a larger size, too: photographs bear more than drawings. */
export const uploadedWidths = [...pictureWidths, 1280] as const;

/** The one path by which a picture is named in the catalogue and in the contract's `image`. */
export function picturePath(name: PictureName): string {
  return `/pictures/${name}-640.webp`;
}

const OWN = /^(\/pictures\/[a-z-]+|\/uploads\/[0-9a-f]{32})-640\.webp$/;

/** The `srcset`s of one of the shop's own pictures; null for a picture from elsewhere. */
export function pictureSources(image: string): { avif: string; webp: string } | null {
  const name = OWN.exec(image)?.[1];
  if (name === undefined) return null;
  const widths = name.startsWith('/uploads/') ? uploadedWidths : pictureWidths;
  const list = (type: string) => widths.map((width) => `${name}-${width}.${type} ${width}w`).join(', ');
  return { avif: list('avif'), webp: list('webp') };
}
