/** In pixels; a picture is as high as it is wide. */
export const pictureWidths = [160, 320, 640] as const;
/** The whole view is kept larger, too, for a closer look. */
export const largestWidth = 800;
/** Uploaded pictures are kept in a larger size, too: photographs bear more than drawings. */
export const uploadedWidths = [...pictureWidths, 1280] as const;

const OWN = /^\/pictures\/[a-z0-9-]+-640\.webp$/;
const UPLOADED = /^(\/uploads\/[0-9a-f]{32})-640\.webp$/;

/** The `srcset`s of one of the shop's own pictures; null for a picture from elsewhere. */
export function pictureSources(image: string): { avif: string; webp: string } | null {
  const uploaded = UPLOADED.exec(image)?.[1];
  const name = uploaded ?? (OWN.test(image) ? image.slice(0, -'-640.webp'.length) : undefined);
  if (name === undefined) return null;
  const widths = uploaded === undefined ? pictureWidths : uploadedWidths;
  const list = (type: string) => widths.map((width) => `${name}-${width}.${type} ${width}w`).join(', ');
  return { avif: list('avif'), webp: list('webp') };
}
