import { startPostgres } from '#server/db/postgres-for-tests.ts';
import { buildShop } from '#server/shop-process-for-tests.ts';
import { generatedTool } from '#content/catalogue.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue-shop.ts';
import { type Loader, startLoader } from './load.ts';
import { type Bar, report, type Row } from './report.ts';
import { medianOf } from './rounds.ts';
import { searches } from './searches.ts';

/** How large the shop is, and the hundredth of it that shows how each figure grows. */
const LARGE = { tools: Number(process.env['GROWTH_TOOLS'] ?? 1_000_000) };
const SMALL = { tools: Math.max(1, Math.round(LARGE.tools / 100)) };
/** Filling all of it takes this long at most, in s. */
const FILLED_IN_S = 900;
const ASKED_A_ROUND = 200;
const ROUNDS = 3;

/** One kind of question, none of which is asked twice, so that the database answers each. */
interface Question {
  what: string;
  paths(tools: number): Generator<string, void>;
  bar?: Bar;
}

/** Of the catalogue. What a shop with many orders is asked stands beside it. */
const OF_TOOLS: Question[] = [
  { what: 'uncached searches', paths: (tools) => searches(tools), bar: { below: 50 } },
  { what: 'suggestions', paths: (tools) => beginnings(tools), bar: { below: 20 } },
  { what: 'parts of the sitemap', paths: (tools) => sitemapParts(tools) },
  { what: 'search pages', paths: (tools) => searchPages(tools) },
];

/** What a large shop answers beside one of a hundredth, on one connection: how it grows. */
export async function benchGrowth(): Promise<boolean> {
  await buildShop();
  const server = await startPostgres();
  const loader = startLoader();
  const open: CatalogueShop[] = [];
  try {
    const small = await openCatalogueShop(server, SMALL.tools);
    open.push(small);
    const large = await openCatalogueShop(server, LARGE.tools, FILLED_IN_S * 1_000);
    open.push(large);
    const rows: Row[] = [
      { what: `filling ${tools(LARGE)}`, value: large.filledInMs / 1_000, unit: 's', bar: { below: FILLED_IN_S } },
    ];
    for (const question of OF_TOOLS) {
      rows.push(
        {
          what: `${question.what}, ${tools(SMALL)}: p95`,
          value: await p95(loader, question, small, SMALL),
          unit: 'ms',
        },
        {
          what: `${question.what}, ${tools(LARGE)}: p95`,
          value: await p95(loader, question, large, LARGE),
          unit: 'ms',
          ...(question.bar && LARGE.tools === 1_000_000 ? { bar: question.bar } : {}),
        },
      );
    }
    const how = `One process of the built shop for each size, on one PostgreSQL, 1 connection; no address is asked twice. Up to ${ROUNDS} rounds of ${ASKED_A_ROUND}, medians of their p95.`;
    return report('growth', 'Growth', how, rows);
  } finally {
    loader.stop();
    for (const shop of open) await shop.stop();
    await server.stop();
  }
}

async function p95(loader: Loader, question: Question, shop: CatalogueShop, size: { tools: number }): Promise<number> {
  const paths = question.paths(size.tools);
  const round = () => {
    const list = [];
    for (let next = paths.next(); !next.done; next = paths.next()) {
      list.push({ path: next.value });
      if (list.length === ASKED_A_ROUND) break;
    }
    return { url: shop.url, connections: 1, lists: [list] };
  };
  const results = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const shot = round();
    if (shot.lists[0]?.length === 0) break;
    const result = await loader.fire(shot);
    if (result.failed > 0) throw new Error(`${question.what}: ${result.failed} requests failed.`);
    results.push(result);
  }
  return medianOf(results, 'p95');
}

/** What is typed until a suggestion comes: beginnings of tools' names. */
function* beginnings(size: number): Generator<string, void> {
  const asked = new Set<string>();
  for (let turn = 0; ; turn++) {
    const name = generatedTool((turn * 7_919 + 13) % size).name.toLowerCase();
    let typed = name.slice(0, 3 + (turn % Math.max(1, name.length - 3)));
    // Another spelling of the same is as new to the shop.
    while (asked.has(typed)) typed += ' ';
    asked.add(typed);
    yield `/tool-suggestions?q=${encodeURIComponent(typed)}`;
  }
}

/** Each part once. */
function* sitemapParts(size: number): Generator<string, void> {
  for (let part = 1; part <= Math.max(1, Math.floor(size / 2_000)); part++) yield `/sitemaps/tools-${part}.xml`;
}

function* searchPages(size: number): Generator<string, void> {
  for (const path of searches(size, 4_001)) yield path.replace(/^\/tool\?limit=24&/, '/products?');
}

function tools({ tools: count }: { tools: number }): string {
  return `${count.toLocaleString('en-US')} tools`;
}
