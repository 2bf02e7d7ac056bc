import { sentence } from '#contract/sentences.ts';
import { type SQL, sql } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import { isOpenReturn, OPEN_RETURN_STATES } from '#contract/money/return-words.ts';
import type { Return, ReturnLine, ReturnsQuery, ReturnState } from '#contract/money/returns.ts';
import type { QuoteMessage } from '#contract/buying/quotes.ts';
import type { Db } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { positionOf } from '#server/engine/http/by-time.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { type Page, pageOf } from '#server/engine/http/paging.ts';
import { findReturns } from './find-returns.ts';
import { seenBy, seenInParts } from './whose-returns.ts';

interface ReturnRow extends Record<string, unknown> {
  id: string;
  number: number;
  orderId: string;
  orderNumber: string;
  state: ReturnState;
  name: string;
  email: string;
  company: string;
  companyId: string | null;
  lines: (Omit<ReturnLine, 'text'> & { text: string })[];
  sendBack: boolean | null;
  until: string | null;
  instructions: string;
  feeCents: number;
  reason: string;
  pictures: string[];
  messages: QuoteMessage[];
  messageCount: number;
  creditNotes: string[];
  replacements: { orderId: string; number: string }[];
  createdAt: string;
  answeredAt: string | null;
  closedAt: string | null;
  micros: string;
}

/** All of `returns r` and of its order, `orders o`; lists show no messages. */
function columns(which: 'whole' | 'first'): SQL {
  const messages =
    which === 'first'
      ? sql`'[]'::json`
      : sql`coalesce((select json_agg(json_build_object('by', m.side, 'name', m.name, 'text', m.text, 'at', m.created_at)
          order by m.created_at, m.id) from return_messages m where m.return_id = r.id), '[]')`;
  return sql`r.id, r.number::float8 as number, r.order_id as "orderId", o.number::text as "orderNumber", r.state,
    coalesce(nullif(o.ordered_by, ''), o.name) as name, o.email, o.company, r.company_id as "companyId", r.send_back as "sendBack", r.until::text as until,
    r.instructions, r.fee_cents as "feeCents", r.reason, r.pictures,
    (select json_agg(json_build_object('toolId', part.tool_id, 'tool', line.tool_name, 'sku', line.sku, 'quantity', part.quantity,
        'kind', part.kind, 'wish', part.wish, 'text', part.text, 'arrived', part.arrived, 'restocked', part.restocked,
        'scrapped', part.scrapped, 'settled', part.settled) order by part.position)
      from return_lines part join order_lines line on line.order_id = r.order_id and line.tool_id = part.tool_id
      where part.return_id = r.id) as lines,
    ${messages} as messages,
    (select count(*)::int from return_messages m where m.return_id = r.id) as "messageCount",
    coalesce((select json_agg(note.number order by note.issued_at, note.sequence) from refunds given
      join invoices note on note.refund_id = given.id where given.return_id = r.id), '[]') as "creditNotes",
    coalesce((select json_agg(json_build_object('orderId', made.id, 'number', made.number::text) order by made.number)
      from orders made where made.return_id = r.id), '[]') as replacements,
    to_json(r.created_at) #>> '{}' as "createdAt", to_json(r.answered_at) #>> '{}' as "answeredAt",
    to_json(r.closed_at) #>> '{}' as "closedAt", r.created_at::text as micros`;
}

const FROM = sql`returns r join orders o on o.id = r.order_id`;

/** One return. @throws AppError RETURN_NOT_FOUND, also where it is somebody else's */
export async function readReturn(db: Db, caller: Caller, id: string): Promise<Return> {
  const { rows } = await db.execute<ReturnRow>(
    sql`select ${columns('whole')} from ${FROM} where r.id = ${id} and ${seenBy(caller)}`,
  );
  const [row] = rows;
  if (!row) throw returnNotFound();
  return presentReturn(row, callerMay(caller, 'orders.read'));
}

/** Returns for the shop itself, as their buyers see them. */
export async function findReturnsByIds(db: Db, ids: readonly string[]): Promise<Return[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<ReturnRow>(sql`
    select ${columns('whole')} from ${FROM} where r.id = any(${sql.param([...ids])}::text[]) order by r.created_at desc, r.id desc`);
  return rows.map((row) => presentReturn(row, false));
}

/** The ids of all that somebody reported or of whose orders they are, newest first. */
export async function returnsOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from returns where buyer_id = ${userId} or asked_by = ${userId} order by created_at desc, id desc`);
  return rows.map(({ id }) => id);
}

/** The returns that somebody sees, by age. The total is counted to 1,000; one more stands for all above. */
export async function listReturns(db: Db, caller: Caller, query: ReturnsQuery): Promise<Page<Return>> {
  const { limit, cursor, state, q = '', orderId, sort } = query;
  const states = sql.param([...OPEN_RETURN_STATES]);
  const inState =
    state === undefined
      ? sql`true`
      : state === 'open'
        ? sql`r.state = any(${states}::text[])`
        : sql`r.state = ${state}`;
  const { ids, total } = await findReturns(db, {
    parts: await seenInParts(db, caller),
    wanted: orderId === undefined ? inState : sql`${inState} and r.order_id = ${orderId}`,
    q,
    sort,
    after: positionOf(cursor),
    rows: limit + 1,
  });
  const { rows } = await db.execute<ReturnRow>(
    sql`select ${columns('first')} from ${FROM} where r.id = any(${sql.param(ids)}::text[])`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  const page = pageOf(found, limit, total, ({ micros, id }) => [micros, id]);
  const forShop = callerMay(caller, 'orders.read');
  return { ...page, rows: page.rows.map((row) => presentReturn(row, forShop)) };
}

export function returnNotFound(): AppError {
  return new AppError('RETURN_NOT_FOUND', sentence('There is no such return.'));
}

/** A return's number as people say it. */
export function sayReturnNumber(number: number): string {
  return `R-${number}`;
}

/** @param forShop buyers do not learn the names of those who sell */
function presentReturn(row: ReturnRow, forShop: boolean): Return {
  const { until, instructions, reason, answeredAt, closedAt } = row;
  const last = row.replacements.at(-1);
  return {
    _id: row.id,
    number: sayReturnNumber(row.number),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    state: row.state,
    buyer: { name: row.name, email: row.email },
    ...(row.company === '' ? {} : { company: row.company }),
    companyId: row.companyId,
    lines: row.lines.map(({ text, ...line }) => ({ ...line, ...(text === '' ? {} : { text }) })),
    answer:
      row.sendBack === null
        ? null
        : {
            sendBack: row.sendBack,
            ...(until === null ? {} : { until }),
            ...(instructions === '' ? {} : { instructions }),
            fee: centsToMoney(row.feeCents),
          },
    ...(reason === '' ? {} : { reason }),
    pictures: row.pictures.map((name) => `/return/${row.id}/picture/${name}`),
    messages: row.messages.map((said) => ({
      ...said,
      at: moment(said.at),
      name: forShop || said.by === 'buyer' ? said.name : '',
    })),
    messageCount: row.messageCount,
    creditNotes: row.creditNotes,
    ...(last ? { replacementOrderId: last.orderId } : {}),
    replacements: row.replacements,
    createdAt: moment(row.createdAt),
    ...(answeredAt === null ? {} : { answeredAt: moment(answeredAt) }),
    ...(closedAt === null ? {} : { closedAt: moment(closedAt) }),
  };
}

function moment(written: string): string {
  return new Date(written).toISOString();
}

const OVER_BY = {
  refused: sentence('This return was refused and can no longer be changed. Write a message instead.'),
  withdrawn: sentence('This return was withdrawn and can no longer be changed. Write a message instead.'),
  closed: sentence('This return is closed and can no longer be changed. Write a message instead.'),
};

/** What is said where nothing more can be done to a return. */
export function returnOver(state: ReturnState): AppError {
  if (isOpenReturn(state)) throw new Error(`a return that is ${state} is not over`);
  return new AppError('RETURN_OVER', OVER_BY[state as 'closed'], {
    facts: { state },
  });
}
