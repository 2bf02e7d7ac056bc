import { ended, sentence } from '#contract/sentences.ts';
import { createHash, randomBytes } from 'node:crypto';
import { asc, eq, getTableColumns } from 'drizzle-orm';
import {
  MOST_PUNCHOUTS,
  type NewPunchout,
  type Punchout,
  type PunchoutEdit,
  type PunchoutWithSecret,
} from '#contract/buying/punchout.ts';
import { mayInCompany } from '#contract/company-policy.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { companies, companyMembers } from '#server/buying/companies/companies.sql.ts';
import { companyNotFound } from '#server/buying/companies/membership.ts';
import { record } from '#server/people/audit/audit.ts';
import type { Config } from '#server/config.ts';
import { webhooks } from '#server/office/webhooks/webhooks.sql.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { type DocumentConfig, keepDocuments, presentDocuments } from './document-endpoint.ts';
import { punchoutConnections } from './punchout.sql.ts';

type ConnectionConfig = Pick<Config, 'baseUrl'> & DocumentConfig;

/** How every secret begins, so that people, logs and scanners know one when they see it. */
const SECRET_PREFIX = 'tbp_';

/** What the database knows a secret, or what stands in an address, by. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** So many random bits that nobody guesses them. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function punchoutNotFound(): AppError {
  return new AppError('PUNCHOUT_NOT_FOUND', sentence('There is no such connection.'));
}

/** Every connection, by company and name. */
export async function listPunchouts(db: Db, { baseUrl }: Pick<Config, 'baseUrl'>): Promise<Punchout[]> {
  const rows = await presented(db).orderBy(
    asc(companies.name),
    asc(punchoutConnections.name),
    asc(punchoutConnections.id),
  );
  return rows.map((row) => present(row, baseUrl));
}

/**
 * Opens a door for a company's own system.
 * @returns it, with the secret, which nobody can read again
 * @throws AppError TOO_MANY_PUNCHOUTS, COMPANY_NOT_FOUND, MEMBER_NOT_FOUND, 400 where the member may not order
 */
export async function makePunchout(
  tx: Tx,
  actor: Caller,
  { documents, ...wanted }: NewPunchout,
  config: ConnectionConfig,
): Promise<PunchoutWithSecret> {
  await requireBuyer(tx, wanted);
  if ((await tx.$count(punchoutConnections)) >= MOST_PUNCHOUTS)
    throw new AppError(
      'TOO_MANY_PUNCHOUTS',
      sentence('There are already {most, number} connections. Remove one that is no longer used.', {
        most: MOST_PUNCHOUTS,
      }),
    );
  const secret = `${SECRET_PREFIX}${newToken()}`;
  const id = newId();
  const username = `${wanted.kind}-${randomBytes(6).toString('hex')}`;
  await tx
    .insert(punchoutConnections)
    .values({ id, ...wanted, username, secretHash: hashOfSecret(secret), madeBy: actor.email });
  await keepDocuments(tx, config, actor, { id, kind: wanted.kind, documents });
  const made = await getPunchout(tx, id, config);
  await record(tx, actor, 'punchout.made', id, { name: made.name, company: made.company, kind: made.kind });
  return { ...made, secret };
}

/** @throws AppError PUNCHOUT_NOT_FOUND, COMPANY_NOT_FOUND, MEMBER_NOT_FOUND, 400 where the member may not order */
export async function changePunchout(
  tx: Tx,
  actor: Caller,
  id: string,
  { documents, ...edit }: PunchoutEdit,
  config: ConnectionConfig,
): Promise<Punchout> {
  const [before] = await tx.select().from(punchoutConnections).where(eq(punchoutConnections.id, id)).for('update');
  if (!before) throw punchoutNotFound();
  const companyId = edit.companyId ?? before.companyId;
  const userId = edit.userId ?? before.userId;
  if (edit.companyId !== undefined || edit.userId !== undefined) {
    if (userId === null) throw invalid('userId', sentence('Choose who buys'));
    await requireBuyer(tx, { companyId, userId });
  }
  const set = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined));
  if (Object.keys(set).length > 0) await tx.update(punchoutConnections).set(set).where(eq(punchoutConnections.id, id));
  if (documents !== undefined || edit.kind === 'oci')
    await keepDocuments(tx, config, actor, { id, kind: edit.kind ?? before.kind, documents: documents ?? null });
  const after = await getPunchout(tx, id, config);
  await record(tx, actor, 'punchout.changed', id, {
    name: after.name,
    company: after.company,
    changed: [...Object.keys(set), ...(documents === undefined ? [] : ['documents'])],
  });
  return after;
}

/** Closes a door; its visits end with it. @throws AppError PUNCHOUT_NOT_FOUND */
export async function removePunchout(tx: Tx, actor: Caller, id: string): Promise<void> {
  const [removed] = await tx
    .delete(punchoutConnections)
    .where(eq(punchoutConnections.id, id))
    .returning({ name: punchoutConnections.name });
  if (!removed) throw punchoutNotFound();
  await record(tx, actor, 'punchout.removed', id, removed);
}

/** The secret before ends at once: whoever has it is to be locked out. @throws AppError PUNCHOUT_NOT_FOUND */
export async function renewPunchoutSecret(
  tx: Tx,
  actor: Caller,
  id: string,
  config: Pick<Config, 'baseUrl'>,
): Promise<PunchoutWithSecret> {
  const secret = `${SECRET_PREFIX}${newToken()}`;
  await tx
    .update(punchoutConnections)
    .set({ secretHash: hashOfSecret(secret) })
    .where(eq(punchoutConnections.id, id));
  const renewed = await getPunchout(tx, id, config);
  await record(tx, actor, 'punchout.secret-renewed', id, { name: renewed.name });
  return { ...renewed, secret };
}

/** @throws AppError COMPANY_NOT_FOUND, MEMBER_NOT_FOUND, 400 where the member may not order */
async function requireBuyer(tx: Tx, { companyId, userId }: { companyId: string; userId: string }): Promise<void> {
  const [company] = await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId));
  if (!company) throw companyNotFound();
  const members = await tx.select().from(companyMembers).where(eq(companyMembers.companyId, companyId));
  const member = members.find((each) => each.userId === userId);
  if (!member) {
    const message = sentence('They do not belong to this company');
    throw new AppError('MEMBER_NOT_FOUND', ended(message), { issues: [{ path: 'userId', message }] });
  }
  if (!mayInCompany(member.role, 'order'))
    throw invalid('userId', sentence('Their role in the company does not order'));
}

/** @throws AppError PUNCHOUT_NOT_FOUND */
async function getPunchout(db: Db, id: string, { baseUrl }: Pick<Config, 'baseUrl'>): Promise<Punchout> {
  const [row] = await presented(db).where(eq(punchoutConnections.id, id));
  if (!row) throw punchoutNotFound();
  return present(row, baseUrl);
}

const presented = (db: Db) =>
  db
    .select({
      ...getTableColumns(punchoutConnections),
      company: companies.name,
      person: { name: users.name, email: users.email },
      documents: {
        url: webhooks.url,
        events: webhooks.events,
        disabledAt: webhooks.disabledAt,
        disabledBecause: webhooks.disabledBecause,
      },
    })
    .from(punchoutConnections)
    .innerJoin(companies, eq(companies.id, punchoutConnections.companyId))
    .leftJoin(users, eq(users.id, punchoutConnections.userId))
    .leftJoin(webhooks, eq(webhooks.connectionId, punchoutConnections.id));

type Row = Awaited<ReturnType<typeof presented>>[number];

function present(row: Row, baseUrl: string): Punchout {
  return {
    _id: row.id,
    companyId: row.companyId,
    company: row.company,
    kind: row.kind,
    userId: row.userId,
    user: row.person,
    name: row.name,
    units: row.units,
    groups: row.groups,
    vendor: row.vendor,
    hosts: row.hosts,
    documents: row.documents && presentDocuments(row.documents),
    username: row.username,
    address: `${baseUrl}/punchout/${row.kind}`,
    madeBy: row.madeBy,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    last: row.lastOk === null ? null : { ok: row.lastOk, said: row.lastSaid ?? '' },
  };
}
