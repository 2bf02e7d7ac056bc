/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/** `/.well-known/security.txt` (RFC 9116): where to tell of a hole in the shop. */
export function securityTxt(baseUrl: string, email: string, now = Date.now()): Response {
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString();
  const lines = [
    `Contact: mailto:${email}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  });
}
