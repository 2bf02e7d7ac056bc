import { AwsClient } from 'aws4fetch';
import type { Config } from '#server/config.ts';
import { type CallBounds, settlingFetch } from './settling-fetch.ts';

/** Another try of a store that is busy comes after this long, in ms, and twice as long for each further one. */
const FIRST_PAUSE_MS = 50;

/** Calls an S3-compatible store at an address, signed; it follows no redirect. @throws where it does not answer in time */
type StoreFetch = (address: string, init: RequestInit) => Promise<Response>;

/** @param retries how often a store that is busy is asked again */
export function storeFetch(
  { accessKeyId, secretAccessKey, region }: NonNullable<Config['s3']>,
  { retries, ...bounds }: CallBounds & { retries: number },
): StoreFetch {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const send = settlingFetch(bounds);
  return async (address, init) => {
    for (let tried = 0; ; tried++) {
      // Nowhere but to the store that was configured, whatever it answers.
      const answer = await send(await client.sign(address, { ...init, redirect: 'error' }));
      if (tried === retries || (answer.status < 500 && answer.status !== 429)) return answer;
      const pause = Math.random() * FIRST_PAUSE_MS * 2 ** tried;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
}
