import ipaddr from 'ipaddr.js';

/** One address, or all that begin with so many bits of it. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Reads an address or a range of them: `10.0.0.1`, `10.0.0.0/8`, `2001:db8::/32`. IPv4 written as IPv6 is IPv4.
 * @returns null for anything else, such as a name, a port or a shortened IPv4 address
 */
export function readRange(text: string): AddressRange | null {
  const [, address = '', given] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (!isPlain(address)) return null;
  const parsed = ipaddr.parse(address);
  const bits = given === undefined ? lengthOf(parsed) : Number(given);
  if (bits > lengthOf(parsed)) return null;
  const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress();
  if (!isMapped) return [parsed, bits];
  return bits < 96 ? null : [parsed.toIPv4Address(), bits - 96];
}

/**
 * Who is at the other end: the socket's address, or, behind a trusted proxy, the last address in X-Forwarded-For that
 * is not itself such a proxy. What a client writes into the header itself stands further left and is never read (attacks T68).
 * An entry may have a port; one that is no address ends the reading, and the proxy that brought it stands for its client.
 */
export function clientAddress(
  request: Request,
  socketAddress: string | undefined,
  trustedProxies: AddressRange[],
): string {
  const peer = readAddress(socketAddress ?? '');
  if (peer === null) return socketAddress ?? '';
  const isTrusted = (address: Address) => trustedProxies.some((range) => isWithin(address, range));
  let client = peer;
  const chain = (request.headers.get('x-forwarded-for') ?? '').split(',').filter((entry) => entry.trim() !== '');
  while (isTrusted(client) && chain.length > 0) {
    const before = readAddress(withoutPort(chain.pop()!.trim()));
    if (before === null) break;
    client = before;
  }
  return client.toString();
}

/** Whether somebody who is not trusted says on whose behalf they ask: a proxy that TRUSTED_PROXIES leaves out, or a client that makes it up. */
export function isForwardedByStranger(
  request: Request,
  socketAddress: string | undefined,
  trustedProxies: AddressRange[],
): boolean {
  const peer = readAddress(socketAddress ?? '');
  return (
    request.headers.has('x-forwarded-for') && peer !== null && !trustedProxies.some((range) => isWithin(peer, range))
  );
}

/** The part of an address that one customer has: an IPv6 client owns a whole /64 and could change within it at will. */
export function networkOf(address: string): string {
  const parsed = readAddress(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? address;
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** What looks like a public address and is none: IPv4 written as IPv6 the old way, and what clouds tell their machines there. */
const INSIDE: AddressRange[] = [
  [ipaddr.parse('::'), 96],
  [ipaddr.parse('168.63.129.16'), 32],
];

/** Whether the public Internet leads to an address. */
export function isPublicAddress(address: Address): boolean {
  return address.range() === 'unicast' && !INSIDE.some((range) => isWithin(address, range));
}

/** Whether a host in an address of the web is one that the public Internet leads to: no private address and no name that stays inside. */
export function isPublicHost(host: string): boolean {
  const bare = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  const address = readAddress(bare);
  if (address !== null) return isPublicAddress(address);
  return bare.includes('.') && !/\.(?:localhost|test|local|internal|home\.arpa|lan)$/.test(bare);
}

/** An IPv4 or IPv6 address as it was read. */
type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * IPv4 addresses arrive on IPv6 sockets with a prefix, and IPv6 ones with the name of their link: both forms are one client.
 * @returns null for what is no address
 */
export function readAddress(text: string): Address | null {
  const address = text.replace(/%.*$/, '');
  return isPlain(address) ? ipaddr.process(address) : null;
}

/** `127.1`, `0x7f.1` and `010.0.0.1` are addresses to some and others to others. */
function isPlain(address: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(address) || (address.includes(':') && ipaddr.IPv6.isValid(address));
}

function withoutPort(entry: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d{1,5})?$|^(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? plain ?? entry;
}

function lengthOf(address: Address): number {
  return address instanceof ipaddr.IPv6 ? 128 : 32;
}

/** Whether an address is in a range; one of the other kind never is. */
export function isWithin(address: Address, [range, bits]: AddressRange): boolean {
  return address.kind() === range.kind() && (address as ipaddr.IPv6).match(range as ipaddr.IPv6, bits);
}
