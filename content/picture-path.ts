import type { PictureName } from './picture-names.ts';

/** The one path by which a picture is named in the catalogue and in the contract's `image`. */
export function picturePath(name: PictureName): string {
  return `/pictures/${name}-640.webp`;
}
