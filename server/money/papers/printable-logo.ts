import type { UploadStore } from '#server/engine/pictures/upload-store.ts';

const UPLOADED = /^\/uploads\/([0-9a-f]{32}-\d{3,4}\.(?:avif|webp))$/;

/**
 * The logo as PDFs take it, PNG of at most 640 points; null where there is none. One that stands at another address is not
 * fetched: a paper must not depend on who is asked, nor can somebody make the shop ask for them.
 */
export async function printableLogo(store: UploadStore, logo: string | null): Promise<Uint8Array | null> {
  const name = logo === null ? undefined : UPLOADED.exec(logo)?.[1];
  const bytes = name === undefined ? null : await store.get(name);
  if (!bytes) return null;
  const { default: sharp } = await import('sharp');
  return sharp(bytes).resize({ width: 640, height: 640, fit: 'inside', withoutEnlargement: true }).png().toBuffer();
}
