import { ended, sentence } from '#contract/sentences.ts';
import { createHash } from 'node:crypto';
import { pictureWidths, uploadedWidths } from '#content/pictures.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { UploadedFile } from './upload-store.ts';

/** The most pixels that are decoded: a small file can claim to be enormous. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 25;

interface PreparedPicture {
  /** The name that stands for all files of the picture. */
  name: string;
  files: UploadedFile[];
}

const SIGNATURES: { format: string; fits: (bytes: Buffer) => boolean }[] = [
  { format: 'jpeg', fits: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  { format: 'png', fits: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) },
  { format: 'webp', fits: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && at(bytes, 8) === 'WEBP' },
  { format: 'heif', fits: (bytes) => at(bytes, 4) === 'ftyp' && /avi[fs]/.test(bytes.toString('latin1', 8, 64)) },
];
/** Whether bytes begin as those of a picture do that browsers show. */
export function beginsAsPicture(bytes: Buffer): boolean {
  return (
    SIGNATURES.some(({ fits }) => fits(bytes)) || /^(GIF8|\s*(<\?xml|<!--|<svg))/.test(bytes.toString('latin1', 0, 64))
  );
}

const at = (bytes: Buffer, offset: number) => bytes.toString('latin1', offset, offset + 4);

/**
 * Makes the files that the shop shows of an uploaded picture: decoded and encoded anew, turned upright, without
 * metadata or anything else that was hidden in it, in every width as AVIF and WebP and never enlarged.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE where the content is no JPEG, PNG, WebP or AVIF; VALIDATION_ERROR where it cannot be decoded or has too many pixels
 */
export async function preparePicture(bytes: Uint8Array): Promise<PreparedPicture> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = SIGNATURES.find(({ fits }) => fits(source))?.format;
  if (format === undefined) throw notAPicture();
  // Loaded on demand: most processes never see an upload, and the library costs memory.
  const { default: sharp } = await import('sharp');
  const open = () => sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
  const found = await open()
    .metadata()
    .catch((cause: unknown) => {
      throw broken(cause);
    });
  if (found.format !== format || (format === 'heif' && found.compression !== 'av1')) throw notAPicture();
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 32);
  try {
    // Decoded once, and only as large as the largest file needs.
    const largest = Math.max(...uploadedWidths);
    const { data, info } = await open()
      .autoOrient()
      .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: MAX_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const files: UploadedFile[] = [];
    for (const width of uploadedWidths) {
      const { width: w, height: h, channels } = info;
      const sized = sharp(data, { raw: { width: w, height: h, channels } }).resize({
        width,
        height: width,
        fit: 'inside',
        withoutEnlargement: true,
      });
      files.push({
        name: `${hash}-${width}.avif`,
        body: await sized.clone().avif({ quality: 55, effort: 2 }).toBuffer(),
      });
      files.push({ name: `${hash}-${width}.webp`, body: await sized.clone().webp({ quality: 82 }).toBuffer() });
    }
    return { name: `${hash}-${Math.max(...pictureWidths)}.webp`, files };
  } catch (cause) {
    throw broken(cause);
  }
}

function notAPicture(): AppError {
  return new AppError('UNSUPPORTED_MEDIA_TYPE', sentence('Choose a JPEG, PNG, WebP or AVIF picture.'));
}

function broken(cause: unknown): AppError {
  const message = sentence('This picture is damaged or has more than 50 million pixels');
  return new AppError('VALIDATION_ERROR', ended(message), { issues: [{ path: 'image', message }], cause });
}
