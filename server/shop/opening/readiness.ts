import { isDeepStrictEqual } from 'node:util';
import { company as content } from '#content/company.ts';
import { demoFacts } from '#content/demo-facts.ts';
import { READINESS, type Readiness, type ReadinessCode } from '#contract/office/opening.ts';
import { describeBackups } from '#server/engine/backups/backups.ts';
import { listPages } from '#server/office/pages/pages.ts';
import { DEFAULTS } from '#server/office/settings/defaults.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { demoOf, isThere } from '#server/shop/seed/demo-accounts.ts';

/** Where each is done. What only the server's settings decide is explained on the page that lists them. */
const WHERE: Record<ReadinessCode, string> = {
  company: '/dashboard/settings#settings-company',
  address: '/dashboard/settings#settings-company',
  vat: '/dashboard/settings#settings-company',
  bank: '/dashboard/settings#settings-company',
  imprint: '/dashboard/pages/imprint',
  terms: '/dashboard/pages/terms',
  privacy: '/dashboard/pages/privacy',
  tax: '/dashboard/settings#settings-tax',
  delivery: '/dashboard/settings#settings-delivery',
  mail: '/dashboard/opening#mail',
  payments: '/dashboard/opening#payments',
  tools: '/dashboard/addProduct',
  demo: '/dashboard/opening#demo',
  backup: '/dashboard/backups',
};

/** What still stands in the way of opening, in the order in which an owner does it. */
export async function readinessOf({
  config,
  database,
  settings,
}: Pick<Parts, 'config' | 'database'> & { settings: SettingsStore }): Promise<Readiness[]> {
  const { company, tax, delivery } = (await settings.read()).settings;
  const pages = new Set((await listPages(database.db)).map(({ slug }) => slug));
  const demo = await demoOf(database, 'own');
  const own = await ownTools(database);
  const isOwn = <F extends keyof typeof demoFacts>(field: F) =>
    Boolean(company[field]) && !isDeepStrictEqual(company[field], demoFacts[field]);
  const done: Record<ReadinessCode, boolean> = {
    company: (['name', 'phone', 'email', 'hours'] as const).every((fact) => company[fact] !== content[fact]),
    address: company.address !== content.address.join('\n') && isOwn('invoiceAddress'),
    vat: isOwn('vatId'),
    bank: isOwn('bankAccount'),
    imprint: pages.has('imprint'),
    terms: pages.has('terms'),
    privacy: pages.has('privacy'),
    tax: tax.length > 0,
    delivery: !isDeepStrictEqual(delivery, DEFAULTS.delivery),
    mail: config.smtpUrl !== undefined,
    // A company that orders on account pays by transfer, too.
    payments: config.stripe.kind !== 'sandbox' || isOwn('bankAccount'),
    tools: own > demo.tools,
    demo: !isThere(demo, false),
    backup: await hasBackup(database, config),
  };
  return READINESS.map((code) => ({ code, done: done[code], where: WHERE[code] }));
}

async function ownTools(database: Parts['database']): Promise<number> {
  const [row] = await database.raw<{ count: number }>(
    'select count(*)::int as count from tools where removed_at is null',
  );
  return row?.count ?? 0;
}

/** Whether one was read back; a place that cannot be read has none. */
async function hasBackup(database: Parts['database'], config: Parts['config']): Promise<boolean> {
  const { backups } = await describeBackups(database, config).catch(() => ({ backups: [] }));
  return backups.some(({ readable }) => readable === true);
}
