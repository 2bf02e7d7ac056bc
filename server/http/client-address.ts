/**
 * Who is at the other end: the socket's address, or, behind a trusted proxy, the last address in X-Forwarded-For that
 * is not itself such a proxy. What a client writes into the header itself stands further left and is never read (attacks T68).
 */
export function clientAddress(request: Request, socketAddress: string | undefined, trustedProxies: string[]): string {
  const peer = plain(socketAddress ?? '');
  if (!trustedProxies.includes(peer)) return peer;
  const chain = (request.headers.get('x-forwarded-for') ?? '').split(',').map((part) => plain(part.trim()));
  return chain.findLast((address) => address !== '' && !trustedProxies.includes(address)) ?? peer;
}

/** IPv4 addresses arrive on IPv6 sockets with a prefix: both forms are one client. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
