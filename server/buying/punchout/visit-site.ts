import { sentence } from '#contract/sentences.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import { packOf } from '#contract/buying/units.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Changes } from '#server/engine/http/changes.ts';
import { getTool } from '#server/catalogue/tools/tools.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { ownOrigins } from '#server/people/identity/origin.ts';
import { readForm } from './asked-form.ts';
import { giveBack } from './give-back.ts';
import type { Html } from './html.ts';
import { refuseForeign } from './refuse-foreign.ts';
import { pageResponse, PRIVATE } from './page-shell.ts';
import { toolsById } from './priced-visit.ts';
import { buyersOrigins } from './return-address.ts';
import { addLine, findVisit, linesOf, setLines, type Visit } from './visits.ts';
import { createVisitPages } from './visit-reads.ts';

/** Where a press may lead back to. */
const BACK = /^\/products(\/[0-9a-z]{1,64})?(\?[\w%+=&.~-]{0,2000})?$/;

export interface VisitParts {
  config: Pick<Config, 'baseUrl' | 'production' | 'port'>;
  database: Database;
  changes: Changes;
  settings: SettingsStore;
}

/** What lies below the address of a visit: the shop's products at the company's prices, and a basket to give back. */
export function createVisitSite(parts: VisitParts) {
  const { config, database } = parts;
  const own = ownOrigins(config);
  const { frameOf, read, basket } = createVisitPages(parts);

  /** What a form of the basket asks for. @returns where to go on, below the visit */
  const change = async (visit: Visit, form: URLSearchParams): Promise<string> => {
    if (visit.looksOnly) throw new AppError('FORBIDDEN', sentence('This visit only looks at what was chosen.'));
    const toolId = form.get('tool');
    if (form.has('all')) {
      await saveQuantities(database, visit, form);
      return '/basket?saved=yes';
    }
    if (toolId === null) throw new AppError('VALIDATION_ERROR', sentence('Say which product.'));
    if (form.get('remove') === 'yes') {
      await transaction(database, (tx) => setLines(tx, visit, [{ toolId, quantity: 0 }]));
      return '/basket?removed=yes';
    }
    const { packs, name } = await getTool(database.db, toolId);
    const pack = packOf(packs, form.get('unit') || null);
    if (pack === undefined) throw new AppError('UNKNOWN_UNIT', sentence('{name} is not sold in this unit.', { name }));
    const pieces = quantityOf(form.get('quantity'), name, 1) * (pack?.pieces ?? 1);
    await transaction(database, (tx) => addLine(tx, visit, { toolId, pieces, pack }));
    const back = form.get('back') ?? '';
    const [path = '', search = ''] = (BACK.test(back) ? back : '/basket').split('?');
    const query = new URLSearchParams(search);
    query.set('added', name);
    return `${path}?${query.toString()}`;
  };

  return async (request: Request, token: string): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const base = `/punchout/visit/${token}`;
    const path = pathname.slice(base.length).replace(/\/$/, '');
    if (!['GET', 'HEAD', 'POST'].includes(request.method))
      throw new AppError('METHOD_NOT_ALLOWED', sentence('This path only accepts GET, HEAD, POST.'));
    if (request.method === 'POST') refuseForeign(request, own);
    const visit = await findVisit(database, token);
    const framers = buyersOrigins(visit.returnTo, visit.connection.hosts);
    const frame = await frameOf(visit, base);
    const shown = (page: Html, status = 200) => pageResponse(page, { framers }, status);
    if (request.method !== 'POST') return shown(await read(visit, frame, path, searchParams));
    const form = await readForm(request);
    if (path === '/basket') {
      try {
        return seeOther(base + (await change(visit, form)));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return shown(await basket(visit, frame, { text: error.message, isProblem: true }), 422);
      }
    }
    if (path === '/leave') return giveBack(parts, visit, 'nothing');
    if (path !== '/give-back') throw new AppError('NOT_FOUND', sentence('There is nothing at this address.'));
    try {
      if (form.has('all') && !visit.looksOnly) await saveQuantities(database, visit, form);
      return await giveBack(parts, visit, 'basket');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return shown(await basket(visit, frame, { text: error.message, isProblem: true }), 409);
    }
  };
}

/** The quantities of all lines as the form of the basket has them. @throws AppError 400 for what is no number of pieces */
async function saveQuantities(database: Database, visit: Visit, form: URLSearchParams): Promise<void> {
  const names = await toolsById(
    database.db,
    (await linesOf(database.db, visit)).map(({ toolId }) => toolId),
  );
  const units = new Map((await linesOf(database.db, visit)).map(({ toolId, unit }) => [toolId, unit]));
  const lines = [...form].flatMap(([field, value]) => {
    const toolId = /^quantity\.(\w{1,64})$/.exec(field)?.[1];
    if (toolId === undefined || !units.has(toolId)) return [];
    const unit = units.get(toolId);
    return [
      { toolId, quantity: quantityOf(value, names.get(toolId)?.name ?? 'a product', 0), ...(unit ? { unit } : {}) },
    ];
  });
  // A field that is sent twice would set one line twice.
  const once = [...new Map(lines.map((line) => [line.toolId, line])).values()];
  await transaction(database, (tx) => setLines(tx, visit, once));
}

function quantityOf(given: string | null, name: string, least: 0 | 1): number {
  const text = given?.trim() ?? '';
  const quantity = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (quantity >= least && quantity <= MAX_PIECES) return quantity;
  throw new AppError('VALIDATION_ERROR', sentence('Enter a whole number as the quantity of {name}.', { name }));
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, ...PRIVATE } });
}
