import type { CostCentre } from '#contract/buying/companies.ts';
import type { CompanyRole } from '#contract/company-policy.ts';
import type { PostalAddress } from '#contract/people/addresses.ts';
import type { RawQuery } from '#server/engine/db/client.ts';

/** Theirs alone, so that the end of the demo finds them. */
export const DEMO_COMPANY = 'demo-firm';
export const DEMO_LIST = 'demo-prices';

/** Who buys for it, by their address at the demo; the limit of one order in cents, null for none. */
const MEMBERS: [who: string, role: CompanyRole, orderLimitCents: number | null][] = [
  ['alice', 'manager', null],
  ['bob', 'buyer', 500_00],
  ['carol', 'approver', null],
];
const ADDRESS: PostalAddress = {
  street: 'Havnegata 1',
  extra: '',
  postalCode: '6770',
  town: 'Nordfjordeid',
  region: '',
  country: 'NO',
};
const COST_CENTRES: CostCentre[] = [
  { code: 'SITE-4', name: 'Site 4, Havnegata', active: true, monthLimit: 5_000 },
  { code: 'VAN', name: 'Vans', active: true, monthLimit: null },
];
/** Prices of the company's own in cents, with breaks. */
const PRICES = [
  { sku: 'HAM-CL-16H', cents: 1_120, breaks: [{ from: 240, cents: 1_040 }] },
  { sku: 'SAW-HA-550', cents: 1_550, breaks: [] },
];
const PART_NUMBERS = [
  { sku: 'HAM-CL-16H', number: 'NB-100-7', plain: 'nb1007' },
  { sku: 'SPA-CO-13', number: 'NB-210-13', plain: 'nb21013' },
  { sku: 'SAW-HA-550', number: 'NB-330', plain: 'nb330' },
];

/** The demo's company: three people, a price list and part numbers, so that all of it can be tried at once. */
export async function seedCompany(query: RawQuery): Promise<void> {
  await query(`insert into price_lists (id, name, percent_off) values ($1, 'Builders', 5) on conflict do nothing`, [
    DEMO_LIST,
  ]);
  await query(
    `insert into price_list_items (list_id, tool_id, price_cents, price_breaks)
     select $1, t.id, item.cents, item.breaks
       from jsonb_to_recordset($2::jsonb) as item (sku text, cents int, breaks jsonb)
     join tools t on t.sku = item.sku and t.removed_at is null on conflict do nothing`,
    [DEMO_LIST, JSON.stringify(PRICES)],
  );
  await query(
    `insert into companies (id, name, vat_id, invoice_address, invoice_email, status, price_list_id, terms_days,
       credit_limit_cents, cost_centres)
     values ($1, 'Nordfjord Bygg', 'NO974760673MVA', $2, 'invoices@nordfjord.test', 'active', $3, 30, 2000000, $4)
     on conflict do nothing`,
    [DEMO_COMPANY, JSON.stringify(ADDRESS), DEMO_LIST, JSON.stringify(COST_CENTRES)],
  );
  await query(
    `insert into company_members (company_id, user_id, role, order_limit_cents)
     select $1, u.id, member.role, member.cents
     from jsonb_to_recordset($2::jsonb) as member (who text, role text, cents bigint)
     join users u on u.email = member.who || '@tradebench.test' on conflict do nothing`,
    [DEMO_COMPANY, JSON.stringify(MEMBERS.map(([who, role, cents]) => ({ who, role, cents })))],
  );
  await query(
    `insert into company_part_numbers (company_id, tool_id, number, plain)
     select $1, t.id, own.number, own.plain
       from jsonb_to_recordset($2::jsonb) as own (sku text, number text, plain text)
     join tools t on t.sku = own.sku and t.removed_at is null on conflict do nothing`,
    [DEMO_COMPANY, JSON.stringify(PART_NUMBERS)],
  );
}
