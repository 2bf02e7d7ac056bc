import { sentence } from '#contract/sentences.ts';
import { MAX_PICTURE_BYTES } from '#contract/limits.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { createTurns } from '#server/engine/http/in-turn.ts';
import { readBytes } from '#server/engine/http/read-body.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { createKeptPictures } from './kept-pictures.ts';
import { createUploadStore, uploadType } from './upload-store.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { preparePicture } from './prepare-picture.ts';

export function pictureHandlers({ config }: Parts) {
  const store = createUploadStore(config);
  /** One after the other: a decoded picture takes up to 200 MB. */
  const inTurn = createTurns();
  return {
    uploadPicture: async ({ request }) => {
      const encoding = request.headers.get('content-encoding');
      if (encoding !== null && encoding !== 'identity')
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', sentence('Send the picture as it is, without compression.'));
      const bytes = await readBytes(request, MAX_PICTURE_BYTES);
      const { name, files } = await inTurn(() => preparePicture(bytes));
      await store.put(files);
      return { image: `/uploads/${name}` };
    },
  } satisfies Partial<Handlers>;
}

/** Answers `/uploads/NAME`: 404 for every other name, however it is spelt. */
export function serveUploads({ config }: Parts): (request: Request) => Promise<Response> {
  const kept = createKeptPictures(config);
  return async (request) => {
    const { pathname } = new URL(request.url);
    const body = await kept.get(pathname);
    if (body === null) throw new AppError('NOT_FOUND', sentence('There is no such picture.'));
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': uploadType(pathname),
        // The name is made from the content.
        'cache-control': 'public, max-age=31536000, immutable',
      },
    });
  };
}
