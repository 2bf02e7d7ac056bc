import { sentence } from '#contract/sentences.ts';
import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { ownTexts } from '#content/shop-front.ts';
import { cents } from '#contract/money-sums.ts';
import type { ShopTerms } from '#contract/buying/pricing.ts';
import type { Books, BooksEdit } from '#contract/office/books.ts';
import { type Settings, type SettingsEdit, TRADE } from '#contract/office/settings.ts';
import type { Config } from '#server/config.ts';
import type { Database, Db, Tx } from '#server/engine/db/client.ts';
import { requireVersion } from '#server/engine/http/app-error.ts';
import type { Changes } from '#server/engine/http/changes.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { refuseUnknown, refuseUsed } from './check-trade.ts';
import { DEFAULTS } from './defaults.ts';
import { settings } from './settings.sql.ts';

const HOUR_MS = 3_600_000;

/** The settings at one moment, and what they mean for an order. */
interface Snapshot {
  settings: Settings;
  terms: ShopTerms;
  /** How long an unpaid order holds its stock, in ms. */
  holdMs: number;
}

/** What the owner has set, remembered by each process until it is changed in any. */
export interface SettingsStore {
  read(): Promise<Snapshot>;
  /**
   * Writes what `edit` makes of the settings as they are, which nobody changes meanwhile.
   * @returns before and after
   * @throws AppError STALE_SETTINGS with the version that is
   */
  change(tx: Tx, edit: (now: Settings) => SettingsEdit): Promise<{ before: Settings; after: Settings }>;
}

export function createSettings({
  config,
  database,
  changes,
}: {
  config: Pick<Config, 'orderHoldMs' | 'orderHoldFixed'>;
  database: Database;
  changes: Pick<Changes, 'onTouch'>;
}): SettingsStore {
  let remembered: Promise<Snapshot> | null = null;
  changes.onTouch((tags) => {
    if (tags === null || tags.includes('settings')) remembered = null;
  });
  const present = (row: typeof settings.$inferSelect | undefined) => presentSettings(row, config);
  return {
    read() {
      if (remembered) return remembered;
      const reading = database.db
        .select()
        .from(settings)
        .then(([row]) => snapshotOf(present(row), config));
      remembered = reading;
      // Only while it is still the one that is remembered: a change may have come between.
      reading.catch(() => {
        if (remembered === reading) remembered = null;
      });
      return reading;
    },
    async change(tx, editOf) {
      const [row] = await tx.select().from(settings).where(eq(settings.id, 1)).for('update');
      const before = present(row);
      const edit = editOf(before);
      const stale = sentence('Somebody has changed the settings since you opened them. Please check them again.');
      requireVersion(edit.version, before.version, 'STALE_SETTINGS', stale);
      if (edit.currency !== undefined && edit.currency !== before.currency) await refuseUsed(tx, before.currency);
      if (edit.timeZone !== undefined && edit.timeZone !== before.timeZone) {
        await refuseUnknown(tx, edit.timeZone);
        await tellNews(tx, 'shop.moved', ['shop']);
      }
      const [changed] = await tx
        .update(settings)
        .set({ value: differences(edit, before), version: sql`${settings.version} + 1`, updatedAt: sql`now()` })
        .where(eq(settings.id, 1))
        .returning();
      return { before, after: present(changed) };
    },
  };
}

/** Lets go of the pages that the change is seen on: money and days stand on all of them. */
export function touchSettings(
  changes: Pick<Changes, 'touch' | 'touchEverything'>,
  before: Settings,
  after: Settings,
): void {
  if (before.currency !== after.currency || before.timeZone !== after.timeZone) changes.touchEverything();
  else changes.touch(['settings']);
}

/** The texts of a shop whose owner has set none. */
function textsOf(companyName: string): Settings['texts'] {
  return { ...DEFAULTS.texts, ...ownTexts(companyName) };
}

/** The row over what holds where it says nothing. */
function presentSettings(
  row: typeof settings.$inferSelect | undefined,
  config: Pick<Config, 'orderHoldMs' | 'orderHoldFixed'>,
): Settings {
  // Only `differences` writes it.
  const set = (row?.value ?? {}) as Partial<Settings>;
  return {
    ...DEFAULTS,
    ...set,
    company: { ...DEFAULTS.company, ...set.company, bankAccount: set.company?.bankAccount ?? null },
    texts: { ...textsOf(set.company?.name ?? DEFAULTS.company.name), ...set.texts },
    pictures: { ...DEFAULTS.pictures, ...set.pictures },
    sections: { ...DEFAULTS.sections, ...set.sections },
    books: withBooks(DEFAULTS.books, set.books),
    papers: { ...DEFAULTS.papers, ...set.papers },
    letters: { ...DEFAULTS.letters, ...set.letters },
    holdHoursOverride: config.orderHoldFixed ? config.orderHoldMs / HOUR_MS : null,
    version: row?.version ?? 0,
  };
}

/** What the owner has set, as it is in this transaction. */
export async function settingsNow(db: Db): Promise<Settings> {
  const [row] = await db.select().from(settings).where(eq(settings.id, 1));
  return presentSettings(row, { orderHoldMs: 0, orderHoldFixed: false });
}

/** Of it the company, its logo, its currency and what the owner adds to papers, for papers that keep them. */
export async function companyNow(db: Db): Promise<Pick<Settings, 'company' | 'logo' | 'currency' | 'papers'>> {
  const { company, logo, currency, papers } = await settingsNow(db);
  return { company, logo, currency, papers };
}

/** Sets what a shop begins with that has no settings yet; one that has them keeps its own. */
export async function beginSettings(database: Database, { currency }: Pick<Settings, 'currency'>): Promise<void> {
  await database.db
    .insert(settings)
    .values({ id: 1, value: currency === DEFAULTS.currency ? {} : { currency }, version: 0 })
    .onConflictDoNothing();
}

/** What of the edit is not what would hold by itself: what is sent empty or as it is in content/ is unset. */
function differences(edit: SettingsEdit, before: Settings): Record<string, unknown> {
  const { company, texts, delivery, tax, holdHours, logo } = edit;
  const trade = Object.fromEntries(TRADE.map((name) => [name, edit[name] === undefined ? before[name] : edit[name]]));
  const whole = { ...trade, delivery, tax, holdHours, logo: logo || null };
  return {
    ...unlike(whole, DEFAULTS),
    company: unlike({ ...before.company, ...company }, DEFAULTS.company),
    texts: otherThan(
      otherThan({ ...before.texts, ...texts }, textsOf(before.company.name)),
      textsOf(company.name || DEFAULTS.company.name),
    ),
    pictures: otherThan({ ...before.pictures, ...edit.pictures }, DEFAULTS.pictures),
    sections: otherThan({ ...before.sections, ...edit.sections }, DEFAULTS.sections),
    books: unlike(withBooks(before.books, edit.books), DEFAULTS.books),
    papers: unlike({ ...before.papers, ...edit.papers }, DEFAULTS.papers),
    letters: unlike({ ...before.letters, ...edit.letters }, DEFAULTS.letters),
  };
}

/** What is said of the books over what is so far. */
function withBooks(before: Books, { accounts, ...said }: BooksEdit = {}): Books {
  // Nothing that is there is undefined: JSON has no such thing.
  return { ...before, ...said, accounts: { ...before.accounts, ...accounts } } as Books;
}

/** What is not as it would be by itself, nor empty. */
function unlike<T extends object>(values: T, defaults: T): Partial<T> {
  const kept = Object.entries(otherThan(values, defaults)).filter(([, value]) => value !== '');
  return Object.fromEntries(kept) as Partial<T>;
}

/** What is not as it would be by itself; null is. */
function otherThan<T extends object>(values: { [N in keyof T]?: T[N] | null | undefined }, defaults: T): Partial<T> {
  const kept = Object.entries(values).filter(
    ([name, value]) => value !== null && value !== undefined && !isDeepStrictEqual(value, defaults[name as keyof T]),
  );
  return Object.fromEntries(kept) as Partial<T>;
}

function snapshotOf(current: Settings, config: Pick<Config, 'orderHoldMs' | 'orderHoldFixed'>): Snapshot {
  return {
    settings: current,
    terms: termsOf(current),
    holdMs: config.orderHoldFixed ? config.orderHoldMs : current.holdHours * HOUR_MS,
  };
}

/** The same in cents, as prices are computed. */
function termsOf({
  company,
  delivery,
  tax,
  minimumOrder,
  vatNumbers,
  currency,
  timeZone,
  workdays,
  holidays,
  languages,
}: Settings): ShopTerms {
  return {
    country: company.country,
    delivery: delivery.map(({ id, name, countries, days, rates, freeFrom, duties }) => ({
      id,
      name,
      countries,
      days,
      rates: rates.map(({ upTo, price }) => ({ upTo, cents: cents(price) })),
      freeFromCents: freeFrom === null ? null : cents(freeFrom),
      duties,
    })),
    tax,
    minimumOrder: minimumOrder && {
      goodsCents: cents(minimumOrder.goods),
      surchargeCents: minimumOrder.surcharge === null ? null : cents(minimumOrder.surcharge),
    },
    vatNumbers,
    currency,
    timeZone,
    workdays,
    holidays,
    languages,
  };
}
