import { settles } from './settles.ts';

/** How long a call may take in ms, and how many bytes of its answer are read. */
export interface CallBounds {
  limitMs: number;
  maxBytes: number;
}

/** Thrown where an answer is longer than what is read of it. */
class AnswerTooLong extends Error {}

/**
 * The same fetch, of which each call ends in time, with its whole answer in memory (decision 421).
 * @param send reaches them instead of the network: a stand-in, or a fetch with other headers
 */
export function settlingFetch({ limitMs, maxBytes }: CallBounds, send: typeof fetch = fetch): typeof fetch {
  return (input, init) =>
    settles(
      limitMs,
      async (signal) => {
        const answer = await send(input, { ...init, signal });
        const { status, statusText, headers } = answer;
        const bytes = await readAtMost(answer, maxBytes);
        return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers });
      },
      init?.signal,
    );
}

/** @throws AnswerTooLong */
async function readAtMost({ body }: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (!body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new AnswerTooLong(`the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
