import { sentence } from '#contract/sentences.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { ListMemory } from '#server/catalogue/search/kept.ts';
import { listTools } from '#server/catalogue/search/list-tools.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { packOf } from '#contract/buying/units.ts';
import type { PunchoutCall } from '#contract/buying/punchout.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import { inCapitals, readForm } from './asked-form.ts';
import { findBuyersTool } from './buyers-tool.ts';
import { givenLines } from './given-lines.ts';
import { handOver } from './hand-over.ts';
import { noteCall } from './log.ts';
import { ociFields, readProductId } from './oci-fields.ts';
import { PRIVATE } from './page-shell.ts';
import { type CountedLine, priceForConnection, toolsById } from './priced-visit.ts';
import { readReturnAddress } from './return-address.ts';
import { buyerOfConnection, type Connection, signIn } from './sign-in.ts';
import { ourUnit } from './units.ts';
import { beginVisit } from './visits.ts';

/** How many products a search in the background finds. */
const MOST_FOUND = 50;
/** A list by words is counted anew. */
const NOT_KEPT: ListMemory<number> = { get: (_selection, _bySale, read) => read() };
const FUNCTIONS = ['', 'DETAIL', 'VALIDATE', 'BACKGROUND_SEARCH', 'SOURCING'];

interface OciParts {
  config: Pick<Config, 'production' | 'rateLimits'>;
  database: Database;
  settings: SettingsStore;
}

/**
 * The door of OCI 4 and 5: a call with name and password becomes a visit under an address of its own, which holds neither.
 * @throws AppError UNAUTHENTICATED, RATE_LIMITED, FORBIDDEN, 400 at the field that is wrong
 */
export function createOci(parts: OciParts) {
  const { config, database } = parts;
  return async (request: Request, clientAddress: string): Promise<Response> => {
    const asked = await readAsked(request);
    const said = (name: string) => asked.get(name) ?? '';
    const connection = await signIn(
      database,
      'oci',
      { username: said('USERNAME'), secret: said('PASSWORD'), clientAddress },
      config,
    );
    const what = CALLS[said('FUNCTION').toUpperCase()] ?? 'other';
    try {
      const answer = await answerTo(parts, connection, asked);
      return answer;
    } catch (error) {
      if (error instanceof AppError)
        await noteCall(database.db, connection.id, { what, ok: false, said: error.message });
      throw error;
    }
  };
}

const CALLS: Record<string, PunchoutCall> = {
  '': 'visit',
  SOURCING: 'visit',
  DETAIL: 'detail',
  VALIDATE: 'validate',
  BACKGROUND_SEARCH: 'search',
};

/** What was sent, by names in capital letters; what stands in the body counts before what stands in the address. */
async function readAsked(request: Request): Promise<Map<string, string>> {
  if (!['GET', 'POST'].includes(request.method))
    throw new AppError('METHOD_NOT_ALLOWED', sentence('This path only accepts GET, POST.'));
  const { searchParams } = new URL(request.url);
  if (request.method === 'GET') return inCapitals(searchParams);
  return new Map([...inCapitals(searchParams), ...inCapitals(await readForm(request))]);
}

async function answerTo(parts: OciParts, connection: Connection, asked: Map<string, string>): Promise<Response> {
  const { config, database } = parts;
  const said = (name: string) => asked.get(name) ?? '';
  const wanted = said('FUNCTION').toUpperCase();
  if (!FUNCTIONS.includes(wanted))
    throw invalid('FUNCTION', sentence('FUNCTION must be DETAIL, VALIDATE or BACKGROUND_SEARCH, or left out'));
  const buyer = await buyerOfConnection(database, connection);
  const returnTo = readReturnAddress('HOOK_URL', asked.get('HOOK_URL') ?? null, {
    production: config.production,
    hosts: connection.hosts,
  });
  const note = (what: PunchoutCall, text: string) =>
    noteCall(database.db, connection.id, { what, ok: true, said: text });
  if (wanted === 'VALIDATE') {
    const line = await lineOf(database, connection, asked);
    const answer = await formOf(parts, connection, line ? [line] : [], { returnTo, country: buyer.country });
    await note('validate', line ? 'Said what the product costs now' : 'Said that the product is not there');
    return answer;
  }
  if (wanted === 'BACKGROUND_SEARCH') {
    const words = said('SEARCHSTRING').trim();
    if (words === '' || [...words].length > 200 || words.includes('\0'))
      throw invalid('SEARCHSTRING', sentence('SEARCHSTRING must have 1 to 200 characters'));
    const { rows: found } = await database.read((from) => listTools(from, NOT_KEPT, { q: words, limit: MOST_FOUND }));
    const lines = found.map(({ _id, minOrderQuantity }) => ({ toolId: _id, quantity: minOrderQuantity, unit: null }));
    const answer = await formOf(parts, connection, lines, { returnTo, country: buyer.country });
    await note('search', `Found ${lines.length} products`);
    return answer;
  }
  const shown = wanted === 'DETAIL' ? await findBuyersTool(database, said('PRODUCTID')) : null;
  if (wanted === 'DETAIL' && !shown)
    throw invalid('PRODUCTID', sentence('There is no such product, or it is no longer sold'));
  const token = await transaction(database, (tx) =>
    beginVisit(tx, connection.id, { returnTo, target: targetOf(asked), looksOnly: wanted === 'DETAIL' }),
  );
  await note(wanted === 'DETAIL' ? 'detail' : 'visit', 'Began a visit');
  const search = wanted === 'SOURCING' ? new URLSearchParams({ q: said('SEARCHSTRING').slice(0, 200) }).toString() : '';
  const path = shown ? `products/${shown._id}` : search === '' ? '' : `products?${search}`;
  return new Response(null, {
    status: 303,
    headers: { location: `/punchout/visit/${token}/${path}`, ...PRIVATE, 'referrer-policy': 'no-referrer' },
  });
}

/** The window that the form goes back to, as the buyer's system calls it. */
function targetOf(asked: Map<string, string>): string {
  const given = asked.get('~TARGET') ?? asked.get('RETURNTARGET') ?? '';
  return /^[\w-]{1,40}$/.test(given) ? given : '';
}

/** The product of VALIDATE, in pieces; null where it is not for sale. */
async function lineOf(
  database: Database,
  { units }: Connection,
  asked: Map<string, string>,
): Promise<CountedLine | null> {
  const id = asked.get('PRODUCTID') ?? '';
  if (id === '') throw invalid('PRODUCTID', sentence('PRODUCTID is missing: send what EXT_PRODUCT_ID of the item was'));
  const tool = await findBuyersTool(database, id);
  if (!tool) return null;
  const { unit } = readProductId(id);
  const pack = unit === undefined ? ourUnit(units, tool.packs, asked.get('UNIT') ?? '') : packOf(tool.packs, unit);
  if (pack === undefined) throw invalid('UNIT', sentence('This product is not sold in this unit'));
  const given = (asked.get('QUANTITY') ?? '').trim();
  const [, whole] = /^(\d{1,10})(?:\.0{1,3})?$/.exec(given) ?? [];
  if (given !== '' && (whole === undefined || Number(whole) < 1))
    throw invalid('QUANTITY', sentence('QUANTITY must be a whole number of what is ordered, such as 5 or 5.000'));
  const quantity = whole === undefined ? tool.minOrderQuantity : Number(whole) * (pack?.pieces ?? 1);
  if (quantity > MAX_PIECES) throw invalid('QUANTITY', sentence('These are too many pieces'));
  return { toolId: tool._id, quantity, unit: pack?.code ?? null };
}

/** A form with lines as they cost now, to be sent at once. */
async function formOf(
  { database, settings }: OciParts,
  connection: Connection,
  lines: readonly CountedLine[],
  { returnTo, country }: { returnTo: string; country: string },
): Promise<Response> {
  const { terms, settings: now } = await settings.read();
  const priced = await priceForConnection(database, connection, terms, lines, country);
  const tools = await toolsById(
    database.db,
    lines.map(({ toolId }) => toolId),
  );
  const given = givenLines(priced, tools, terms, new Date());
  return handOver({
    title: given.length === 0 ? 'Nothing was found' : 'As it costs now',
    returnTo,
    hosts: connection.hosts,
    fields: ociFields(given, connection, now.currency),
    says: 'On the way to your purchasing system. If nothing happens, press the button.',
  });
}
