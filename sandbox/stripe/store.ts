import type Stripe from 'stripe';

/** Plain SQL with numbered parameters. */
export interface Query {
  query<Row>(sql: string, params?: unknown[]): Promise<Row[]>;
}

/** What the sandbox needs of a PostgreSQL, in the process (PGlite) or on a server (pg). */
export interface SandboxDatabase extends Query {
  transaction<T>(work: (tx: Query) => Promise<T>): Promise<T>;
}

/** The kinds of object that are kept, by Stripe's own names, with the type that the SDK gives them. */
interface Kinds {
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  event: Stripe.Event;
}
export type Kind = keyof Kinds;

/** An object as the API shows it, and what the sandbox alone knows about it (a card's fate, a pending challenge). */
export interface StoredObject<K extends Kind, Secret = Record<string, unknown>> {
  data: Kinds[K];
  secret: Secret;
}

const SETUP_LOCK = 7_203_311;

const SETUP = [
  'create schema if not exists sandbox_stripe',
  `create table if not exists sandbox_stripe.objects (
     id text primary key,
     kind text not null,
     position bigint generated always as identity,
     data jsonb not null,
     secret jsonb not null default '{}'
   )`,
  'create unique index if not exists objects_by_kind on sandbox_stripe.objects (kind, position)',
  `create index if not exists objects_by_intent on sandbox_stripe.objects (kind, (data ->> 'payment_intent'))`,
  `create table if not exists sandbox_stripe.idempotency (
     key text primary key,
     fingerprint text not null,
     status integer not null,
     body jsonb not null,
     request_id text not null,
     created_at timestamptz not null
   )`,
  `create table if not exists sandbox_stripe.deliveries (
     id bigint generated always as identity primary key,
     event_id text not null,
     state text not null,
     held boolean not null default false,
     attempts integer not null default 0,
     next_at timestamptz not null
   )`,
  `create index if not exists deliveries_due on sandbox_stripe.deliveries (next_at) where state = 'due'`,
  `create table if not exists sandbox_stripe.faults (
     id bigint generated always as identity primary key,
     fault jsonb not null,
     remaining integer not null
   )`,
];

/** Makes the sandbox's own tables, apart from the shop's migrations; several processes may do it at once. */
export async function createTables(db: SandboxDatabase): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [SETUP_LOCK]);
    for (const statement of SETUP) await tx.query(statement);
  });
}

export async function insertObject<K extends Kind>(tx: Query, kind: K, data: Kinds[K], secret: object = {}) {
  await tx.query('insert into sandbox_stripe.objects (id, kind, data, secret) values ($1, $2, $3::jsonb, $4::jsonb)', [
    data.id,
    kind,
    JSON.stringify(data),
    JSON.stringify(secret),
  ]);
}

export async function updateObject<K extends Kind>(tx: Query, kind: K, data: Kinds[K], secret?: object): Promise<void> {
  await tx.query(
    `update sandbox_stripe.objects set data = $3::jsonb, secret = coalesce($4::jsonb, secret)
     where id = $1 and kind = $2`,
    [data.id, kind, JSON.stringify(data), secret ? JSON.stringify(secret) : null],
  );
}

/** One object, locked until the transaction ends where it is about to be changed. */
export async function findObject<K extends Kind, Secret = Record<string, unknown>>(
  tx: Query,
  kind: K,
  id: string,
  lock: 'read' | 'change' = 'read',
): Promise<StoredObject<K, Secret> | undefined> {
  const rows = await tx.query<StoredObject<K, Secret>>(
    `select data, secret from sandbox_stripe.objects
     where id = $1 and kind = $2${lock === 'change' ? ' for update' : ''}`,
    [id, kind],
  );
  return rows[0];
}

/** Which objects a list shows: fields of the object that must equal a text, bounds of `created`, and a place to start. */
interface ListFilter {
  equals: Record<string, string>;
  types?: string[];
  created: { gt?: number; gte?: number; lt?: number; lte?: number };
  after?: string;
  before?: string;
  limit: number;
}

/** Newest first. `more` says whether the page is followed by another in its direction. */
export async function listObjects<K extends Kind>(
  tx: Query,
  kind: K,
  filter: ListFilter,
): Promise<{ data: Kinds[K][]; more: boolean }> {
  const params: unknown[] = [kind];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const where = ['kind = $1'];
  for (const [field, value] of Object.entries(filter.equals)) where.push(`data ->> ${bind(field)} = ${bind(value)}`);
  if (filter.types) where.push(`data ->> 'type' = any(${bind(filter.types)}::text[])`);
  const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
  for (const name of ['gt', 'gte', 'lt', 'lte'] as const) {
    const bound = filter.created[name];
    if (bound !== undefined) where.push(`(data ->> 'created')::bigint ${comparisons[name]} ${bind(bound)}`);
  }
  const place = (id: string) => `(select position from sandbox_stripe.objects where id = ${bind(id)})`;
  if (filter.after) where.push(`position < ${place(filter.after)}`);
  if (filter.before) where.push(`position > ${place(filter.before)}`);
  const order = filter.before ? 'asc' : 'desc';
  const rows = await tx.query<{ data: Kinds[K] }>(
    `select data from sandbox_stripe.objects where ${where.join(' and ')}
     order by position ${order} limit ${bind(filter.limit + 1)}`,
    params,
  );
  const page = rows.slice(0, filter.limit).map((row) => row.data);
  return { data: filter.before ? page.toReversed() : page, more: rows.length > filter.limit };
}

/** The newest intents, each with its latest charge. */
export function latestPayments(db: Query): Promise<{ intent: Stripe.PaymentIntent; charge: Stripe.Charge | null }[]> {
  return db.query(
    `select intent.data as intent, charge.data as charge
     from sandbox_stripe.objects intent
     left join sandbox_stripe.objects charge on charge.id = intent.data ->> 'latest_charge'
     where intent.kind = 'payment_intent' order by intent.position desc limit 100`,
  );
}
