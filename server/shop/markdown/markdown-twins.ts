import { sentence } from '#contract/sentences.ts';
import { perPieces, perUnit } from '#contract/buying/unit-words.ts';
import type { AttributeName } from '#contract/catalogue/attributes.ts';
import { queryOf, readFilter } from '#contract/catalogue/list-filter.ts';
import type { Category } from '#contract/catalogue/categories.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Settings } from '#contract/office/settings.ts';
import { formatMoney } from '#contract/money.ts';
import { AppError } from '#server/engine/http/app-error.ts';

interface TwinParts {
  baseUrl: string;
  settings: () => Promise<Pick<Settings, 'company' | 'currency' | 'texts'>>;
  /** The calls that the pages are made from. */
  api: (path: string) => Promise<Response>;
}

/** As many tools as the home page shows. */
const HOME_COUNT = 6;

/** Public pages as Markdown, for programs that read: home, the list of products and one product, made from the very calls of the pages. */
export function createMarkdownTwins({ baseUrl, settings, api }: TwinParts) {
  const rowOf = (currency: string) => (tool: Tool) =>
    `- [${plain(tool.name)}](${baseUrl}/products/${tool._id}): ${formatMoney(tool.price, currency)}${perPieces(tool.priceUnit)}, ${tool.availableQuantity} in stock, at least ${tool.minOrderQuantity}`;
  return {
    async home(): Promise<Response> {
      const { company, currency, texts } = await settings();
      const tools = (await readOr(await api(`/tool?limit=${HOME_COUNT}`))) as Tool[];
      const categories = (await readOr(await api('/category'))) as Category[];
      return markdown([
        `# ${plain(company.name)}`,
        '',
        plain(texts.headline),
        '',
        plain(texts.tagline),
        '',
        `## Products`,
        '',
        ...tools.map(rowOf(currency)),
        '',
        `[All products](${baseUrl}/products)`,
        '',
        '## Categories',
        '',
        ...categories.map(
          ({ name, tools: count }) =>
            `- [${plain(name)}](${baseUrl}/products?category=${encodeURIComponent(name)}): ${count} tools`,
        ),
        '',
        '## Contact',
        '',
        ...[company.address, company.phone, company.email, company.hours].flatMap((each) =>
          each === '' ? [] : [`- ${plain(each)}`],
        ),
        '',
        `[For programs](${baseUrl}/llms.txt)`,
      ]);
    },

    async products(search: URLSearchParams): Promise<Response> {
      const asked = queryOf(readFilter(search));
      const limit = search.get('limit') ?? '';
      if (/^([1-9]\d?|100)$/.test(limit)) asked.set('limit', limit);
      const answer = await api(`/tool?${asked.toString()}`);
      const { company, currency } = await settings();
      const tools = (await readOr(answer)) as Tool[];
      const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      return markdown([
        `# Products of ${plain(company.name)}`,
        '',
        `${answer.headers.get('x-total-count') ?? tools.length} tools. Prices are per piece where nothing else is said.`,
        '',
        ...tools.map(rowOf(currency)),
        ...(next === undefined ? [] : ['', `[More](${baseUrl}${next.replace(/^\/tool/, '/products')})`]),
      ]);
    },

    async product(id: string): Promise<Response> {
      const tool = (await readOr(await api(`/tool/${encodeURIComponent(id)}`))) as Tool;
      const { currency } = await settings();
      const names = new Map(
        ((await readOr(await api('/attribute-names'))) as AttributeName[]).map(({ key, name }) => [key, name]),
      );
      const facts: [string, string | undefined][] = [
        ['SKU', tool.sku],
        ['Category', tool.category],
        [`Price ${perUnit(tool.priceUnit)}`, formatMoney(tool.price, currency)],
        ...tool.priceBreaks.map(({ from, price }): [string, string] => [
          `From ${from} pieces`,
          formatMoney(price, currency),
        ]),
        ...tool.packs.map(({ code, name, pieces }): [string, string] => [`Pack ${code}`, `${name}, ${pieces} pieces`]),
        ['In stock', String(tool.availableQuantity)],
        ['Minimum order', String(tool.minOrderQuantity)],
        ['Sold in multiples of', String(tool.quantityStep)],
        ['Weight in grams', tool.weight === 0 ? undefined : String(tool.weight)],
        ...tool.attributes.map(({ key, value, unit = '' }): [string, string] => [
          names.get(key) ?? key,
          unit === '' || String(value).endsWith(unit) ? String(value) : `${value} ${unit}`,
        ]),
        ['Made in', tool.origin],
        ['HS code', tool.hsCode],
        ['GTIN', tool.gtin],
        ['UNSPSC', tool.unspsc],
      ];
      return markdown([
        `# ${plain(tool.name)}`,
        '',
        plain(tool.description),
        '',
        '| | |',
        '|---|---|',
        ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`| ${plain(name)} | ${plain(value)} |`])),
        ...(tool.documents.length === 0 ? [] : ['', '## Documents', '']),
        ...tool.documents.map(
          ({ kind, name, language, revision, url }) =>
            `- [${plain(name)}](${baseUrl}${url}): ${kind}, ${language}${revision === undefined ? '' : `, revision ${plain(revision)}`}`,
        ),
        '',
        `[Order it](${baseUrl}/products/${tool._id})`,
      ]);
    },
  };
}

/** @throws AppError as the call refused */
async function readOr(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json();
  if (answer.ok) return body;
  if (answer.status === 404)
    throw new AppError('TOOL_NOT_FOUND', sentence('There is no such tool, or it is no longer sold.'));
  throw new AppError('VALIDATION_ERROR', sentence('The list cannot be filtered like that.'));
}

function markdown(lines: string[]): Response {
  return new Response(`${lines.join('\n')}\n`, {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'public, max-age=0, must-revalidate',
    },
  });
}

/** A text of the shop's as it is, on one line: nothing in it is a mark. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|]/g, '\\$&');
}
