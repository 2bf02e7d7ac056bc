import { addressNotProved } from '#server/people/directory/address-not-proved.ts';
import { sentence } from '#contract/sentences.ts';
import { and, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type {
  CompaniesQuery,
  Company,
  CompanyEdit,
  CompanyStatus,
  MyCompany,
  NewCompany,
  StandingEdit,
} from '#contract/buying/companies.ts';
import { type Language, languageFor } from '#contract/languages.ts';
import type { CashDiscount } from '#contract/money/cash-discount.ts';
import type { CompanyPermission } from '#contract/company-policy.ts';
import { centsToMoney, moneyToCents } from '#contract/money.ts';
import type { AuditDetails } from '#contract/people/audit-details.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { containing } from '#server/engine/db/containing.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, invalid, requireVersion } from '#server/engine/http/app-error.ts';
import { newestPage } from '#server/engine/http/by-time.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { Page } from '#server/engine/http/paging.ts';
import { countryOfVatNumber } from '#server/office/tax/vat-numbers.ts';
import { proofsOf } from '#server/office/vat-register/vat-proofs.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { record } from '#server/people/audit/audit.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { priceLists } from '#server/catalogue/price-lists/price-lists.sql.ts';
import { monthSum } from '#server/buying/limits/month-sum.ts';
import { companies, companyMembers } from './companies.sql.ts';
import { companyNotFound, requireMember } from './membership.ts';

type Row = typeof companies.$inferSelect;

/** Companies as the contract shows them. */
async function presentCompanies(db: Db, rows: readonly Row[]): Promise<Company[]> {
  const proofOf = await proofsOf(
    db,
    rows.map(({ vatId }) => vatId),
  );
  return rows.map((row) => {
    const {
      id,
      number,
      priceListId,
      creditLimitCents,
      unmanagedAt: _unmanaged,
      remindersHeld: _held,
      staffNote: _note,
      createdAt: _opened,
      ...facts
    } = row;
    return {
      ...facts,
      _id: id,
      number: formatCompanyNumber(number),
      vatProof: proofOf(row.vatId),
      priceList: priceListId,
      creditLimit: moneyOrNone(creditLimitCents),
    };
  });
}

async function presentCompany(db: Db, row: Row): Promise<Company> {
  const [company] = await presentCompanies(db, [row]);
  return company!;
}

/** A company's number as people say it: C10001. */
export function formatCompanyNumber(number: number): string {
  return `C${number}`;
}

/** A limit in cents as the contract shows it. */
export function moneyOrNone(cents: number | null): number | null {
  return cents === null ? null : centsToMoney(cents);
}

/** A limit that the contract has checked, in cents. */
export function centsOrNone(money: number | null): number | null {
  return money === null ? null : moneyToCents(money);
}

/** One company. @throws AppError COMPANY_NOT_FOUND */
export async function getCompany(db: Db, id: string): Promise<Company> {
  const [row] = await db.select().from(companies).where(eq(companies.id, id));
  if (!row) throw companyNotFound();
  return presentCompany(db, row);
}

/** Companies by their ids, those that there are. */
export async function companiesByIds(db: Db, ids: readonly string[]): Promise<Company[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(companies)
    .where(inArray(companies.id, [...ids]));
  return presentCompanies(db, rows);
}

/** The companies that somebody belongs to by a proved address, by name. */
export async function myCompanies(db: Db, userId: string): Promise<MyCompany[]> {
  const rows = await db
    .select({
      company: companies,
      member: companyMembers,
      monthCents: monthSum(companies.id, { userId: companyMembers.userId }),
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .innerJoin(users, and(eq(users.id, companyMembers.userId), eq(users.emailVerified, true)))
    .where(eq(companyMembers.userId, userId))
    .orderBy(sql`lower(${companies.name})`, companies.id);
  return rows.map(({ company, member, monthCents }) => ({
    ...presentMembership(company, member),
    monthSum: centsToMoney(monthCents),
  }));
}

/** A company in short, with what somebody is in it. */
export function presentMembership(
  { id, number, name, status }: Row,
  { role, orderLimitCents, monthLimitCents }: typeof companyMembers.$inferSelect,
): Omit<MyCompany, 'monthSum'> {
  const [orderLimit, monthLimit] = [moneyOrNone(orderLimitCents), moneyOrNone(monthLimitCents)];
  return { _id: id, number: formatCompanyNumber(number), name, status, role, orderLimit, monthLimit };
}

/** All companies that fit, newest first. */
export async function listCompanies(
  db: Db,
  { limit, cursor, q, status, priceList }: CompaniesQuery,
): Promise<Page<Company>> {
  const found = and(
    status ? eq(companies.status, status) : undefined,
    priceList ? eq(companies.priceListId, priceList) : undefined,
    q?.trim() ? named(q.trim()) : undefined,
  );
  const page = await newestPage(db, companies, found, { limit, cursor });
  return { ...page, rows: await presentCompanies(db, page.rows) };
}

function named(words: string): SQL | undefined {
  // A VAT number is written with and without blanks.
  const plain = words.replaceAll(/[^\p{L}\d]/gu, '');
  return or(
    ilike(companies.name, containing(words)),
    sql`('C' || ${companies.number}) ilike ${containing(words)}`,
    plain === ''
      ? undefined
      : sql`regexp_replace(${companies.vatId}, '[^[:alnum:]]', '', 'g') ilike ${containing(plain)}`,
  );
}

/**
 * Opens the account of a company.
 * @param begins what it begins as, and what the shop speaks, by the owner's settings
 * @throws AppError ADDRESS_NOT_PROVED; FORBIDDEN where somebody else is named who may not; USER_NOT_FOUND; 400 at vatId
 */
export async function openCompany(
  tx: Tx,
  caller: Caller,
  { manager, ...facts }: NewCompany,
  { status, languages }: { status: CompanyStatus; languages: readonly Language[] },
): Promise<Company> {
  countryOfVatNumber(facts.vatId);
  const isByStaff = manager !== undefined;
  if (isByStaff && !callerMay(caller, 'companies'))
    throw new AppError('FORBIDDEN', sentence('Only staff can open a company that somebody else manages.'));
  const [person] = await tx
    .select({ id: users.id, isProved: users.emailVerified, language: users.language })
    .from(users)
    .where(isByStaff ? eq(users.email, manager) : eq(users.id, caller.userId))
    .for('key share');
  if (!person) throw new AppError('USER_NOT_FOUND', sentence('There is no such user.'));
  if (!isByStaff && !person.isProved) throw addressNotProved();
  const language = languageFor(languages, facts.language, person.language);
  const opened = { id: newId(), name: facts.name.trim(), language, status };
  const [row] = await tx
    .insert(companies)
    .values({ ...trimmed(facts), ...opened, invoiceAddress: facts.invoiceAddress })
    .returning();
  const company = row!;
  await tx.insert(companyMembers).values({ companyId: company.id, userId: person.id, role: 'manager' });
  await record(tx, caller, 'company.opened', company.id, {
    name: company.name,
    number: formatCompanyNumber(company.number),
    status,
  });
  await tellNews(tx, 'company.changed', [company.id]);
  if (status === 'active') await tellNews(tx, 'company.activated', [company.id]);
  return presentCompany(tx, company);
}

/**
 * Changes what a company says of itself; what is left out stays.
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN; STALE_COMPANY with the version that is; 400 at vatId
 */
export async function editCompany(tx: Tx, caller: Caller, id: string, edit: CompanyEdit): Promise<Company> {
  const before = await lockCompanyFor(tx, caller, id, 'facts', edit.version);
  countryOfVatNumber(edit.vatId);
  const { name, invoiceAddress, purchaseOrderRequired, costCentres } = edit;
  const facts = trimmed(edit);
  const [row] = await tx
    .update(companies)
    .set({
      ...facts,
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(invoiceAddress === undefined ? {} : { invoiceAddress }),
      ...(purchaseOrderRequired === undefined ? {} : { purchaseOrderRequired }),
      ...(costCentres === undefined
        ? {}
        : { costCentres: costCentres.map((each) => ({ ...each, code: each.code.trim() })) }),
      version: before.version + 1,
    })
    .where(eq(companies.id, id))
    .returning();
  const after = row!;
  await tellNews(tx, 'company.changed', [id]);
  const changed = differences(before, after, ['name', 'vatId']);
  if (changed)
    await record(tx, caller, 'company.changed', id, {
      name: after.name,
      number: formatCompanyNumber(after.number),
      changed,
    });
  return presentCompany(tx, after);
}

/**
 * Changes what is agreed with a company. Whoever may not change one of it sends it as it is.
 * @returns the company, and whether it became active by this
 * @throws AppError COMPANY_NOT_FOUND, STALE_COMPANY, FORBIDDEN; 400 at priceList where there is none
 */
export async function setStanding(
  tx: Tx,
  caller: Caller,
  id: string,
  { status, priceList, termsDays, creditLimit, cashDiscount: wantedDiscount, version }: StandingEdit,
): Promise<{ company: Company; isActivated: boolean }> {
  const before = await lockCompany(tx, id, version);
  const creditLimitCents = centsOrNone(creditLimit);
  const isTraded = status !== before.status || priceList !== before.priceListId;
  const cashDiscount = wantedDiscount ?? before.cashDiscount;
  const [earlier, later] = [saidTerms(before.cashDiscount), saidTerms(cashDiscount)];
  const hasTerms = termsDays !== before.termsDays || creditLimitCents !== before.creditLimitCents || earlier !== later;
  if (
    (isTraded && !(callerMay(caller, 'companies') && caller.key === undefined)) ||
    (hasTerms && !callerMay(caller, 'companies.terms'))
  )
    throw new AppError('FORBIDDEN', sentence('Your role does not allow you to change this. Ask an admin of the shop.'));
  if (priceList !== null && priceList !== before.priceListId) await requirePriceList(tx, priceList);
  const [row] = await tx
    .update(companies)
    .set({ status, priceListId: priceList, termsDays, creditLimitCents, cashDiscount, version: before.version + 1 })
    .where(eq(companies.id, id))
    .returning();
  const after = row!;
  const changed = {
    ...differences(before, after, ['status', 'termsDays']),
    ...(before.priceListId === priceList
      ? {}
      : { priceList: { from: await nameOfList(tx, before.priceListId), to: await nameOfList(tx, priceList) } }),
    ...(before.creditLimitCents === creditLimitCents
      ? {}
      : { creditLimit: { from: moneyOrNone(before.creditLimitCents), to: creditLimit } }),
    ...(earlier === later ? {} : { cashDiscount: { from: earlier, to: later } }),
  };
  if (Object.keys(changed).length > 0)
    await record(tx, caller, 'company.standing-changed', id, {
      name: after.name,
      number: formatCompanyNumber(after.number),
      changed,
    });
  const isActivated = status === 'active' && before.status !== 'active';
  await tellNews(tx, 'company.changed', [id]);
  if (isActivated) await tellNews(tx, 'company.activated', [id]);
  return { company: await presentCompany(tx, after), isActivated };
}

/** As the audit log keeps it: `3 % in 10 days, 2 % in 20 days`; null where there is none. */
function saidTerms(terms: CashDiscount[]): string | null {
  return terms.length === 0 ? null : terms.map(({ percent, days }) => `${percent} % in ${days} days`).join(', ');
}

async function requirePriceList(tx: Tx, id: string): Promise<void> {
  const [list] = await tx.select({ id: priceLists.id }).from(priceLists).where(eq(priceLists.id, id)).for('key share');
  if (!list) throw invalid('priceList', sentence('There is no such price list'));
}

async function nameOfList(tx: Tx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [list] = await tx.select({ name: priceLists.name }).from(priceLists).where(eq(priceLists.id, id));
  return list?.name ?? null;
}

/**
 * Whoever changes a company or its people waits for the others here.
 * @throws AppError COMPANY_NOT_FOUND; STALE_COMPANY where another version is asked for
 */
export async function lockCompany(tx: Tx, id: string, version?: number): Promise<Row> {
  const [row] = await tx.select().from(companies).where(eq(companies.id, id)).for('no key update');
  if (!row) throw companyNotFound();
  const changed = sentence('Somebody else changed the company. Please check it again.');
  requireVersion(version, row.version, 'STALE_COMPANY', changed);
  return row;
}

/**
 * The same for a member who may do something in the company, also after waiting: who was taken out meanwhile may no longer.
 * @throws AppError COMPANY_NOT_FOUND, FORBIDDEN, STALE_COMPANY
 */
export async function lockCompanyFor(
  tx: Tx,
  caller: Caller,
  id: string,
  permission: CompanyPermission,
  version?: number,
): Promise<Row> {
  // Asked before as well, so that nobody else's company can be held.
  await requireMember(tx, caller, id, permission);
  const company = await lockCompany(tx, id, version);
  await requireMember(tx, caller, id, permission);
  return company;
}

/** The short texts that are given, without blanks around them. */
function trimmed({ vatId, invoiceEmail, buyerReference, peppolId, language }: CompanyEdit): Partial<Row> {
  return Object.fromEntries(
    Object.entries({ vatId, invoiceEmail, buyerReference, peppolId, language }).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value.trim()]],
    ),
  );
}

/** What is another than before, as the audit log keeps it; null where nothing is. */
function differences(
  before: Row,
  after: Row,
  fields: (keyof Row)[],
): AuditDetails<'company.changed'>['changed'] | null {
  const changed = fields.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
}
