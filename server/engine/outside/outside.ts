import { message } from '#contract/messages.ts';
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { ANSWER_CHARACTERS } from '#contract/office/webhooks.ts';
import type { OperatingConfig } from '#server/operating-config.ts';
import { settles } from './settles.ts';
import { isPublicAddress, isPublicHost, isWithin, readAddress } from '#server/client-address.ts';

/** Whom the operator lets webhooks call beside public addresses. */
export type Allowed = OperatingConfig['webhookHosts'];

/** How long a receiver may take, from looking up its name to the end of its answer. */
const TIME_LIMIT_MS = 15_000;

/** Thrown where an address leads to where webhooks do not go. */
export class NotOutside extends Error {}

/** Thrown where the connection ended before an answer did. */
class BrokenOff extends Error {
  readonly code = 'ECONNRESET';
}

/** What a receiver answered. */
interface ReceiverAnswer {
  status: number;
  /** Its first characters. */
  answer: string;
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function mayReach(address: string, { ranges }: Allowed): boolean {
  const read = readAddress(address);
  return read !== null && (isPublicAddress(read) || ranges.some((range) => isWithin(read, range)));
}

/** Whether the operator names this host, by its name or as an address. */
function isNamed(hostname: string, allowed: Allowed): boolean {
  const read = readAddress(hostname);
  return allowed.names.includes(hostname) || (read !== null && allowed.ranges.some((range) => isWithin(read, range)));
}

/**
 * What is wrong with the address of an endpoint as it is written; null where nothing is. What its name leads to is looked
 * at each time that it is called, by `post`.
 */
export function whyNotOutside(address: string, allowed: Allowed): string | null {
  const { protocol, hostname } = new URL(address);
  const host = bare(hostname);
  const named = isNamed(host, allowed);
  if (!named && !isPublicHost(host))
    return message(
      'This address is inside a private network. Webhooks are not sent there unless the operator allows it (WEBHOOK_HOSTS)',
    );
  if (protocol !== 'https:' && !named)
    return message('Enter an https address: what is sent over http can be read and changed on its way');
  return null;
}

/**
 * Looks a name up and lets through only where webhooks may go. It is the very look-up that the socket connects by, so
 * that a name that leads elsewhere the second time it is asked gains nothing.
 */
function guardedLookup(allowed: Allowed, lookUp: LookUp): LookupFunction {
  return (hostname, options, answer) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      if (error) return answer(error, '');
      const named = allowed.names.includes(hostname.toLowerCase());
      const addresses = named ? found : found.filter(({ address }) => mayReach(address, allowed));
      const [first] = addresses;
      if (!first) return answer(new NotOutside(`${hostname} leads into a private network`), '');
      return options.all ? answer(null, addresses) : answer(null, first.address, first.family);
    });
  };
}

/** As `lookup` of node:dns, for all addresses of a name. */
export type LookUp = (
  name: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** What is sent to an endpoint, and under what conditions. */
interface OutgoingPost {
  headers: Record<string, string>;
  body: string;
  allowed: Allowed;
  /** Breaks it off. */
  signal: AbortSignal;
  timeLimitMs?: number;
  /** What asks for a name's addresses. */
  lookUp?: LookUp;
}

/** How something outside is looked at, and how much of it is read. */
interface LookedAt extends Pick<OutgoingPost, 'allowed' | 'signal' | 'timeLimitMs' | 'lookUp'> {
  maxBytes: number;
}

/** What stands at an address: `bytes` are all of it, or one more than were to be read. */
export interface FetchedBytes {
  status: number;
  type: string;
  /** Where it sends whoever asks. */
  location: string | undefined;
  bytes: Buffer;
}

/**
 * Reads what stands at an address. Redirects are not followed.
 * @throws NotOutside; TookTooLong; and where it is not reached
 */
export async function lookAt(address: string, { maxBytes, ...how }: LookedAt): Promise<FetchedBytes> {
  const headers = { 'user-agent': 'tradebench-pictures/1', accept: 'image/*' };
  const { status, type, location, bytes } = await ask(address, { ...how, method: 'GET', headers, maxBytes });
  return { status, type, location, bytes };
}

/**
 * Sends a body to an endpoint. Redirects are not followed, and no more of an answer is read than is kept.
 * @throws NotOutside; TookTooLong; and where it is not reached
 */
export async function post(address: string, { headers, body, ...how }: OutgoingPost): Promise<ReceiverAnswer> {
  const { status, bytes } = await ask(address, {
    ...how,
    method: 'POST',
    body,
    maxBytes: ANSWER_CHARACTERS,
    headers: {
      'content-type': 'application/json',
      ...headers,
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'tradebench-webhooks/1',
      accept: '*/*',
    },
  });
  // No text in the database holds a NUL.
  return { status, answer: bytes.toString('utf8').replaceAll('\0', '').slice(0, ANSWER_CHARACTERS) };
}

interface OutgoingRequest extends LookedAt {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

function ask(
  address: string,
  { method, headers, body, maxBytes, allowed, signal, timeLimitMs = TIME_LIMIT_MS, lookUp = lookup }: OutgoingRequest,
): Promise<FetchedBytes> {
  const url = new URL(address);
  const wrong = whyNotOutside(address, allowed);
  if (wrong !== null) return Promise.reject(new NotOutside(wrong));
  const open = url.protocol === 'https:' ? requestSecure : requestPlain;
  const once = (ending: AbortSignal) =>
    new Promise<FetchedBytes>((resolve, reject) => {
      // Each call has a connection of its own, whose address was looked at.
      const how = { method, headers, agent: false, lookup: guardedLookup(allowed, lookUp), signal: ending };
      const request = open(url, how, (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const end = () => {
          const { 'content-type': type = '', location } = response.headers;
          resolve({ status: response.statusCode ?? 0, type, location, bytes: Buffer.concat(chunks) });
          request.destroy();
        };
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > maxBytes) end();
        });
        response.on('end', end);
        response.on('error', reject);
      });
      request.on('error', reject);
      // An answer of 101 closes the connection without a word of its own.
      request.on('close', () => reject(new BrokenOff()));
      request.end(body);
    });
  return settles(timeLimitMs, once, signal);
}
