import { sentence } from '#contract/sentences.ts';
import { eq } from 'drizzle-orm';
import { ToolQuery } from '#contract/catalogue/tools.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { listAttributes } from '#server/catalogue/attributes/attributes.ts';
import { keptUntilChanged } from '#server/catalogue/search/kept.ts';
import { listTools } from '#server/catalogue/search/list-tools.ts';
import { listCategories } from '#server/catalogue/tools/categories.ts';
import { getTool } from '#server/catalogue/tools/tools.ts';
import type { Changes } from '#server/engine/http/changes.ts';
import { basketPage } from './basket-page.ts';
import type { GivingParts } from './give-back.ts';
import type { Html } from './html.ts';
import { priceForConnection, toolsById, toolsOfCompany } from './priced-visit.ts';
import { punchoutLines } from './punchout.sql.ts';
import { linesOf, type Visit } from './visits.ts';
import { type Frame, productPage, productsPage, type Notice } from './visit-pages.ts';

/** How many products a page shows. */
const SHOWN = '24';
/** Of so many lists the lengths are kept. */
const MOST_LENGTHS = 200;

/** The pages of visits: products at the company's prices, one of them, and the basket. */
export function createVisitPages({ database, settings, changes }: GivingParts & { changes: Changes }) {
  const lengths = keptUntilChanged<number>(changes, MOST_LENGTHS);

  const frameOf = async (visit: Visit, base: string): Promise<Frame> => {
    const { company, currency } = (await settings.read()).settings;
    return {
      base,
      shopName: company.name,
      company: visit.buyer.company,
      currency,
      lines: await database.db.$count(punchoutLines, eq(punchoutLines.visitId, visit.id)),
      looksOnly: visit.looksOnly,
      host: new URL(visit.returnTo).host,
    };
  };

  const list = async (visit: Visit, frame: Frame, query: URLSearchParams): Promise<Html> => {
    const asked = ToolQuery.safeParse({
      limit: SHOWN,
      ...Object.fromEntries(
        ['q', 'category', 'cursor'].flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
      ),
    });
    if (!asked.success)
      throw new AppError('VALIDATION_ERROR', sentence('This page of products is not there. Search again.'));
    const page = await database.read((from) => listTools(from, lengths, asked.data));
    const { terms } = await settings.read();
    const ids = page.rows.map(({ _id }) => _id);
    const { q = '', category = '' } = asked.data;
    const here = new URLSearchParams(query);
    for (const name of ['added', 'problem']) here.delete(name);
    return productsPage(
      frame,
      {
        tools: page.rows,
        known: await toolsOfCompany(database, visit.connection, terms, ids),
        categories: await listCategories(database.db),
        q,
        category,
        next: page.next,
        total: page.total,
        here: `/products${here.size > 0 ? `?${here.toString()}` : ''}`,
      },
      saidOf(query),
    );
  };

  const product = async (visit: Visit, frame: Frame, id: string, query: URLSearchParams): Promise<Html> => {
    const tool = await getTool(database.db, id);
    const { terms } = await settings.read();
    const known = await toolsOfCompany(database, visit.connection, terms, [id]);
    const names = new Map((await listAttributes(database.db)).map(({ key, name }) => [key, name]));
    return productPage(frame, tool, { known: known.get(id), names, said: saidOf(query) });
  };

  const basket = async (visit: Visit, frame: Frame, said: Notice | null): Promise<Html> => {
    const { terms } = await settings.read();
    const lines = await linesOf(database.db, visit);
    const priced = await priceForConnection(
      database,
      visit.connection,
      terms,
      lines,
      visit.country ?? visit.buyer.country,
    );
    const tools = await toolsById(
      database.db,
      lines.map(({ toolId }) => toolId),
    );
    const names = new Map([...tools].map(([id, { name }]) => [id, name]));
    return basketPage({ ...frame, lines: lines.length }, { priced, names, target: visit.target }, said);
  };

  const read = async (visit: Visit, frame: Frame, path: string, query: URLSearchParams): Promise<Html> => {
    const [, first = '', id, more] = path.split('/');
    if (more === undefined) {
      if (first === 'products' && id !== undefined) return product(visit, frame, id, query);
      if (first === '' || first === 'products') return list(visit, frame, query);
      if (first === 'basket' && id === undefined) return basket(visit, frame, saidOf(query));
    }
    throw new AppError('NOT_FOUND', sentence('There is nothing at this address.'));
  };

  return { frameOf, read, basket };
}

function saidOf(query: URLSearchParams): Notice | null {
  const added = query.get('added');
  if (added !== null) return { text: `Added to the basket: ${added.slice(0, 200)}` };
  if (query.has('saved')) return { text: 'The quantities were saved.' };
  return query.has('removed') ? { text: 'It was removed from the basket.' } : null;
}
