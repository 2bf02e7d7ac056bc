import { sentence } from '#contract/sentences.ts';
import { invalid } from '#server/engine/http/app-error.ts';

const MAX_ADDRESS = 2_000;
/** Names and addresses alone: whatever else a host may be written with would mean something in the policy of a page. */
const PLAIN_HOST = /^([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?$/;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

interface ReturnRules {
  production: boolean;
  /** The hosts that the connection names; empty: it is not said. */
  hosts: readonly string[];
}

/**
 * Where a basket is given back to, as a browser is sent there.
 * @param field what it is called where it was sent
 * @throws AppError 400 at `field` for what is no https address, or of a host that the connection does not name
 */
export function readReturnAddress(field: string, given: string | null, { production, hosts }: ReturnRules): string {
  const address = given?.trim() ?? '';
  if (address === '')
    throw invalid(field, sentence('{field} is missing: send the address that the basket goes back to', { field }));
  // A reader of addresses passes over control characters, and the database refuses others.
  if (address.length > MAX_ADDRESS || /[\p{Cc}\p{Cs}]/u.test(address) || !URL.canParse(address))
    throw invalid(field, sentence('{field} must be an address such as https://sap.buyer.example/return', { field }));
  const { protocol, username, password, host, hostname } = new URL(address);
  const isPlain = !production && protocol === 'http:' && LOOPBACK.includes(hostname);
  if (protocol !== 'https:' && !isPlain) throw invalid(field, sentence('{field} must be an https address', { field }));
  if (username !== '' || password !== '' || !PLAIN_HOST.test(host))
    throw invalid(field, sentence('{field} must name a host without user name or password', { field }));
  if (hosts.length > 0 && !hosts.includes(host))
    throw invalid(
      field,
      sentence('{field} is of a host that this connection does not name. Ask the shop to add it', { field }),
    );
  return address;
}

/** The origins of a buyer: that of the address which a visit is given back to, and those that its connection names. */
export function buyersOrigins(returnTo: string, hosts: readonly string[]): string[] {
  const { origin } = new URL(returnTo);
  return [...new Set([origin, ...hosts.map((host) => `https://${host}`)])];
}
