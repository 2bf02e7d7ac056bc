/** What search engines may look at, and where the list of pages is. */
export function robotsTxt(baseUrl: string): Response {
  const text = [
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /api/',
    'Allow: /',
    '',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n');
  return new Response(text, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  });
}
