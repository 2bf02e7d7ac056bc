import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { scriptAfterPaint } from './script-after-paint.ts';

/** Renders the whole document before it answers: pages are cached whole, with the hashes of their inline scripts. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        headers.set('content-type', 'text/html; charset=utf-8');
        const html = Buffer.concat(chunks).toString();
        resolve(new Response(import.meta.env.PROD ? scriptAfterPaint(html) : html, { status, headers }));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      // Without this, React moves large parts to the document's end, for a script to put them in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        pipe(sink);
      },
      onShellError: reject,
      onError: reject,
    });
  });
}
