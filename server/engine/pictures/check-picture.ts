import { saySentence } from '#server/engine/words/say.ts';
import { MAX_PICTURE_BYTES } from '#contract/limits.ts';
import type { Config } from '#server/config.ts';
import { type FetchedBytes, lookAt, NotOutside } from '#server/engine/outside/outside.ts';
import { isFromKnownHost, knownHosts } from './picture-hosts.ts';
import { beginsAsPicture } from './prepare-picture.ts';

/** A picture may have moved so many times. */
const MOST_MOVES = 3;
/** How long another site may take, in ms: somebody waits to save. */
const TIME_LIMIT_MS = 5_000;

/**
 * Looks whether there is a picture at an address, as the browsers of visitors will.
 * @returns what is wrong with it, in a sentence; null where nothing is, where nobody answers, and for the shop's own pictures
 */
export async function checkPicture(
  address: string,
  config: Pick<Config, 'imageHosts'>,
  signal: AbortSignal,
): Promise<string | null> {
  if (address.startsWith('/')) return null;
  // Where webhooks may go says nothing of pictures: only hosts that the operator names for those may be inside.
  const allowed = { names: config.imageHosts, ranges: [] };
  let at = address;
  for (let moved = 0; ; moved++) {
    if (!isFromKnownHost(at, config)) return `${saySentence(knownHosts(config), 'en')}.`;
    let found: FetchedBytes;
    try {
      const how = { allowed, signal, maxBytes: MAX_PICTURE_BYTES, timeLimitMs: TIME_LIMIT_MS };
      found = await lookAt(at, how);
    } catch (error) {
      // What this machine cannot reach says nothing of what visitors can: it may have no way out at all.
      return error instanceof NotOutside
        ? 'This address leads into a private network, where visitors cannot go.'
        : null;
    }
    const { status, location } = found;
    if (status < 300 || status >= 400 || location === undefined) return whyNoPicture(found);
    if (moved === MOST_MOVES || !URL.canParse(location, at))
      return 'This address keeps redirecting and does not lead to a picture.';
    at = new URL(location, at).href;
    if (!/^https?:/.test(at)) return 'This address keeps redirecting and does not lead to a picture.';
  }
}

function whyNoPicture({ status, type, bytes }: FetchedBytes): string | null {
  if (status !== 200) return `There is no picture at this address: it answers with ${status}.`;
  if (bytes.length > MAX_PICTURE_BYTES) return 'This picture is larger than 10 MB, which is too slow for visitors.';
  const kind = type.split(';')[0]?.trim() ?? '';
  if (!kind.startsWith('image/') || !beginsAsPicture(bytes))
    return `What is at this address is not a picture${kind === '' || kind.startsWith('image/') ? '' : ` but ${kind}`}.`;
  return null;
}
