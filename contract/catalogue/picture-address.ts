import { z } from 'zod';
import { codePoints } from '../text.ts';

/** A path under which the shop keeps its own pictures, the seed's and the uploaded ones. */
const OWN_PICTURE = /^\/(pictures|uploads)\/[\w-]+(\/[\w-]+)*\.(webp|avif|png|jpe?g|svg)$/;

/** A picture's address that a page may show: https without user info, or one of the shop's own. */
export function isPictureAddress(value: string): boolean {
  if (codePoints(value) > 2000) return false;
  if (OWN_PICTURE.test(value)) return true;
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  if (/[\s\\\u0000-\u001f\u007f]/.test(value) || !value.isWellFormed()) return false;
  // Even an empty user name before an @ is one.
  return /^https:\/\/[^/?#@]+(?:[/?#]|$)/i.test(value) && URL.canParse(value);
}

/** A picture's address as a tool has it. */
export const PictureAddress = z.string('Image must be the https address of a picture').refine(isPictureAddress, {
  abort: true,
  error: 'Image must be an https address of at most 2,000 characters, without user name or password',
  params: { code: 'INVALID_IMAGE_URL' },
});
