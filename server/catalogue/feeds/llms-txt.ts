import type { Database } from '#server/engine/db/client.ts';
import { listCategories } from '#server/catalogue/tools/categories.ts';

/** What the shop is and where a program reads on, as llmstxt.org has it. */
export async function llmsTxt(database: Database, about: { baseUrl: string; shopName: string }): Promise<Response> {
  const { baseUrl, shopName } = about;
  const categories = await listCategories(database.db);
  const text = [
    `# ${line(shopName)}`,
    '',
    '> Hand tools, sold in bulk to businesses: each with its price per piece, price breaks, stock, minimum order and sizes.',
    '',
    '## Reading the catalogue',
    '',
    `- [Tools](${baseUrl}/tool): JSON; takes q, category, attr.KEY, minPrice, maxPrice, inStock, sort, limit, cursor`,
    `- [Facets](${baseUrl}/facets): the filters for a list, with counts; takes the same`,
    `- [Description of all calls](${baseUrl}/openapi.json): OpenAPI`,
    `- [Products](${baseUrl}/products): with Accept: text/markdown this list, each product and the home page are Markdown`,
    `- [Tools for agents](${baseUrl}/mcp): Model Context Protocol over streamable HTTP; an API key from the profile adds basket and orders`,
    `- [Product feed](${baseUrl}/feeds/google.xml): all tools with their bulk prices`,
    `- [Sitemap](${baseUrl}/sitemap.xml)`,
    '',
    '## Categories',
    '',
    ...categories.map(
      ({ name, tools }) => `- [${line(name)}](${baseUrl}/products?category=${inAddress(name)}): ${tools} tools`,
    ),
    '',
  ].join('\n');
  return new Response(text, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=0, must-revalidate' },
  });
}

/** A name as one line that makes nothing of its own: no link, no heading, no HTML. */
function line(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/[\\`*_[\]()<>#|!]/g, '\\$&');
}

/** A value in the address of a link, whose end is a bracket. */
function inAddress(value: string): string {
  return encodeURIComponent(value).replaceAll('(', '%28').replaceAll(')', '%29');
}
