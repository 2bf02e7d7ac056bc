import { ended, sentence } from '#contract/sentences.ts';
import { withOrderable } from '#server/catalogue/promises/stock-to-serve.ts';
import { type SQL, sql } from 'drizzle-orm';
import { MAX_LINES } from '#contract/limits.ts';
import {
  MAX_LISTS,
  type ListEdit,
  type ListSummary,
  type NamedList,
  type NewList,
} from '#contract/buying/named-lists.ts';
import { type CompanyRole, mayInCompany } from '#contract/company-policy.ts';
import type { ShopTerms } from '#contract/buying/pricing.ts';
import { packOf } from '#contract/buying/units.ts';
import type { Database, Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, requireVersion } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { lockCompany } from '#server/buying/companies/companies.ts';
import { requireMember } from '#server/buying/companies/membership.ts';
import { keepLines, type Keeper, type KeptLine, requireRoom } from '#server/buying/kept-lines/keep-lines.ts';
import { forCompany } from '#server/buying/pricing/company-prices.ts';
import { KNOWN_TOOL, type KnownToolRow, priceLines } from '#server/buying/pricing/price-lines.ts';

/** Who looks at lists: somebody, perhaps by a key. */
type Who = Pick<Caller, 'userId' | 'key'>;

interface ListRow {
  id: string;
  name: string;
  companyId: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

const COLUMNS = `n.id, n.name, n.company_id as "companyId", n.version::float8 as version,
  to_json(n.created_at at time zone 'UTC') #>> '{}' as "createdAt", to_json(n.updated_at at time zone 'UTC') #>> '{}' as "updatedAt"`;

/** The lists that somebody sees: the own, and those of the companies that they belong to. */
const SEEN = `(n.user_id = $1 or n.company_id in (
  select m.company_id from company_members m join users u on u.id = m.user_id and u.email_verified
    where m.user_id = $1))`;

/**
 * What is not that company's, its maker's own lists too, is not there for a key that is for one company alone.
 * @throws AppError LIST_NOT_FOUND
 */
export async function requireOfKey(db: Db, { key }: Pick<Who, 'key'>, ids: readonly string[]): Promise<void> {
  const companyId = key?.companyId ?? null;
  if (companyId === null) return;
  const others = await db.execute(
    sql`select from named_lists where id in ${ids} and company_id is distinct from ${companyId}`,
  );
  if (others.rows.length > 0) throw listNotFound();
}

/** A customer's lists and those of their companies, by name; by a key for one company, of that one alone. */
export async function listsOf(database: Database, { userId, key }: Who): Promise<ListSummary[]> {
  const rows = await database.raw<ListRow & { lineCount: number }>(
    `select ${COLUMNS}, (select count(*)::int from named_list_lines where list_id = n.id) as "lineCount"
     from named_lists n where ${SEEN} and ($2::text is null or n.company_id = $2)
     order by lower(n.name), n.id`,
    [userId, key?.companyId ?? null],
    'named-lists',
  );
  return rows.map((row) => ({ ...summaryOf(row), lineCount: row.lineCount }));
}

/** A list that somebody sees with what its lines cost today. @throws AppError LIST_NOT_FOUND */
export async function readList(
  database: Database,
  userId: string,
  id: string,
  shop: ShopTerms,
  companyId: string | undefined,
): Promise<NamedList> {
  // One statement, so that version and lines are of one moment.
  const rows = await database.raw<KnownToolRow & { list: ListRow; quantity: number | null; unit: string | null }>(
    `select ${KNOWN_TOOL}, l.quantity::float8 as quantity, l.unit, to_json(head) as list
     from (select ${COLUMNS} from named_lists n where ${SEEN} and n.id = $2) as head
     left join named_list_lines l on l.list_id = head.id left join tools t on t.id = l.tool_id order by l.position`,
    [userId, id],
    'read-named-list',
  );
  const head = rows[0]?.list;
  if (!head) throw listNotFound();
  // An empty list is one row without a tool.
  const kept = rows.flatMap((row) =>
    row.quantity === null ? [] : [{ ...withOrderable(row), quantity: row.quantity }],
  );
  const lines = kept.map(({ id, quantity, unit, packs }) => ({
    toolId: id,
    quantity,
    pack: packOf(packs, unit) ?? null,
  }));
  const tools = await forCompany(database, companyId, shop, new Map(kept.map((row) => [row.id, row])));
  const priced = priceLines(lines, tools, shop, {}, { remembered: true }).lines;
  return { ...summaryOf(head), lineCount: lines.length, lines: priced };
}

/**
 * A new list, of the company where it is made by a key for one. @returns its id
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN; TOO_MANY_LISTS, LIST_NAME_TAKEN, LIST_FULL, TOOL_NOT_FOUND at its line
 */
export async function addList(tx: Tx, caller: Caller, { name, lines }: NewList): Promise<string> {
  const companyId = caller.key?.companyId ?? null;
  if (companyId !== null) await requireMember(tx, caller, companyId, 'order');
  const own = { userId: companyId === null ? caller.userId : null, companyId };
  await lockNames(tx, own);
  await requireFewer(tx, own);
  await requireFreeName(tx, own, name);
  const id = newId();
  await tx.execute(sql`insert into named_lists (id, user_id, company_id, name)
    values (${id}, ${own.userId}, ${companyId}, ${name.trim()})`);
  await keepLines(tx, keeperOf(id), lines);
  return id;
}

/**
 * Renames a list or replaces its lines; what is not named stays.
 * @throws AppError LIST_NOT_FOUND, FORBIDDEN; STALE_LIST with the version that is; LIST_NAME_TAKEN, LIST_FULL, TOOL_NOT_FOUND at its line
 */
export async function editList(tx: Tx, userId: string, id: string, { name, lines, version }: ListEdit): Promise<void> {
  const owner = await requireChangeable(tx, userId, id);
  if (name !== undefined) await lockNames(tx, owner);
  const before = await touchList(tx, owner, id);
  requireVersion(
    version,
    before,
    'STALE_LIST',
    sentence('The list was changed in another window. Please check it again.'),
  );
  if (name !== undefined) {
    await requireFreeName(tx, owner, name, id);
    await tx.execute(sql`update named_lists set name = ${name.trim()} where id = ${id}`);
  }
  if (lines === undefined) return;
  await tx.execute(sql`delete from named_list_lines where list_id = ${id}`);
  await keepLines(tx, keeperOf(id), lines);
}

/** Sets quantities in a list; 0 takes a tool out. @throws AppError LIST_NOT_FOUND, LIST_FULL, TOOL_NOT_FOUND at its line */
export async function changeList(tx: Tx, userId: string, id: string, lines: readonly KeptLine[]): Promise<void> {
  await touchList(tx, await requireChangeable(tx, userId, id), id);
  await keepLines(tx, keeperOf(id), lines);
}

/**
 * Puts all of one list into another, the larger quantity of a tool staying, and removes the first.
 * @throws AppError LIST_NOT_FOUND for either, also where both are one; LIST_FULL
 */
export async function mergeLists(tx: Tx, userId: string, into: string, from: string): Promise<void> {
  if (into === from) throw listNotFound();
  // In the order of their ids, so that two windows that merge both ways wait for each other.
  for (const id of [into, from].toSorted()) await touchList(tx, await requireChangeable(tx, userId, id), id);
  await tx.execute(sql`
    insert into named_list_lines (list_id, tool_id, quantity, unit)
    select ${into}, tool_id, quantity, unit from named_list_lines where list_id = ${from} order by position
    on conflict (list_id, tool_id) do update set quantity = excluded.quantity, unit = excluded.unit
      where excluded.quantity > named_list_lines.quantity`);
  await tx.execute(sql`delete from named_lists where id = ${from}`);
  await requireRoom(tx, keeperOf(into));
}

/** Removes a list. @throws AppError LIST_NOT_FOUND */
export async function removeList(tx: Tx, userId: string, id: string): Promise<void> {
  const owner = await requireChangeable(tx, userId, id);
  const removed = await tx.execute(sql`delete from named_lists where id = ${id} and ${owned(owner)} returning id`);
  if (removed.rows.length === 0) throw listNotFound();
}

export function listNotFound(): AppError {
  return new AppError('LIST_NOT_FOUND', sentence('You have no such list.'));
}

/**
 * Gives a customer's own list to a company that they order for: it is the company's from then on, whoever leaves.
 * @throws AppError LIST_NOT_FOUND, also for one that is a company's already; COMPANY_NOT_FOUND, FORBIDDEN, LIST_NAME_TAKEN, TOO_MANY_LISTS
 */
export async function giveList(tx: Tx, caller: Caller, id: string, companyId: string): Promise<void> {
  await requireMember(tx, caller, companyId, 'order');
  const company = { userId: null, companyId };
  await lockNames(tx, company);
  const owner = await requireChangeable(tx, caller.userId, id);
  if (owner.companyId !== null) throw listNotFound();
  await touchList(tx, owner, id);
  await requireFewer(tx, company);
  const found = await tx.execute<{ name: string }>(sql`select name from named_lists where id = ${id}`);
  await requireFreeName(tx, company, found.rows[0]?.name ?? '');
  await tx.execute(sql`update named_lists set user_id = null, company_id = ${companyId} where id = ${id}`);
}

/** Whose a list is: one of both is set. */
interface Owner {
  userId: string | null;
  companyId: string | null;
}

function owned({ userId, companyId }: Owner): SQL {
  return companyId === null ? sql`user_id = ${userId}` : sql`company_id = ${companyId}`;
}

/** @returns whose it is @throws AppError LIST_NOT_FOUND; FORBIDDEN where it is a company's and one may not order for it */
export async function requireChangeable(tx: Tx, userId: string, id: string): Promise<Owner> {
  const found = await tx.execute<{ companyId: string | null; role: CompanyRole | null }>(sql`
    select n.company_id as "companyId", m.role from named_lists n
    left join (company_members m join users u on u.id = m.user_id and u.email_verified)
      on m.company_id = n.company_id and m.user_id = ${userId}
    where n.id = ${id} and (n.user_id = ${userId} or m.role is not null)`);
  const [row] = found.rows;
  if (!row) throw listNotFound();
  if (row.role !== null && !mayInCompany(row.role, 'order'))
    throw new AppError(
      'FORBIDDEN',
      sentence('Your role in the company does not allow you to change its lists. Ask one of its managers.'),
    );
  return { userId: row.companyId === null ? userId : null, companyId: row.companyId };
}

/** Names are one owner's, and so is the number of lists: whoever gives a name waits for the others. */
async function lockNames(tx: Tx, { userId, companyId }: Owner): Promise<void> {
  if (companyId !== null) await lockCompany(tx, companyId);
  else await tx.execute(sql`select from users where id = ${userId} for no key update`);
}

async function requireFewer(tx: Tx, owner: Owner): Promise<void> {
  const found = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from named_lists where ${owned(owner)}`,
  );
  if ((found.rows[0]?.count ?? 0) < MAX_LISTS) return;
  throw new AppError(
    'TOO_MANY_LISTS',
    owner.companyId === null
      ? sentence('You already have {most, number} lists. Delete or merge some first.', { most: MAX_LISTS })
      : sentence('The company already has {most, number} lists. Delete or merge some first.', { most: MAX_LISTS }),
  );
}

async function requireFreeName(tx: Tx, owner: Owner, name: string, own = ''): Promise<void> {
  const taken = await tx.execute(
    sql`select from named_lists where ${owned(owner)} and lower(name) = lower(${name.trim()}) and id <> ${own}`,
  );
  if (taken.rows.length === 0) return;
  const message =
    owner.companyId === null
      ? sentence('You already have a list with that name')
      : sentence('The company already has a list with that name');
  throw new AppError('LIST_NAME_TAKEN', ended(message), { issues: [{ path: 'name', message }] });
}

/** Locks the list, so that changes from two windows take turns, and counts the change. @returns the version before it */
async function touchList(tx: Tx, owner: Owner, id: string): Promise<number> {
  const touched = await tx.execute<{ version: string }>(sql`
    update named_lists set version = version + 1, updated_at = now() where id = ${id} and ${owned(owner)}
    returning version`);
  const row = touched.rows[0];
  if (!row) throw listNotFound();
  return Number(row.version) - 1;
}

function keeperOf(id: string): Keeper {
  return { table: 'named_list_lines', owner: 'list_id', id, full: listFull };
}

/** The refusal of more lines than a list holds, which are as many as a basket's. */
export function listFull(): AppError {
  return new AppError(
    'LIST_FULL',
    sentence('A list can hold at most {most, number} tools. Create another one.', { most: MAX_LINES }),
  );
}

function summaryOf({ id, name, companyId, version, createdAt, updatedAt }: ListRow): Omit<ListSummary, 'lineCount'> {
  const iso = (moment: string) => new Date(`${moment}Z`).toISOString();
  return { _id: id, name, companyId, version, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}
