import type { Database } from '#server/engine/db/client.ts';

/** A company whose list has so many prices of its own, and who buys for it. */
export interface BenchCompany {
  companyId: string;
  listId: string;
  userId: string;
  token: string;
}

/** Items in one statement, which ends long before what limits it. */
const PORTION = 5_000;

/** A company with a list of 10 % off and `items` prices of its own; of fewer than all, `among` have them first. */
export async function companyWithList(
  database: Database,
  { userId, token }: { userId: string; token: string },
  items: number,
  among: readonly string[],
): Promise<BenchCompany> {
  const [companyId, listId] = [`bench-company-${items}`, `bench-list-${items}`];
  await database.raw(`insert into price_lists (id, name, percent_off) values ($1, $1, 10)`, [listId]);
  for (let left = items; left > 0; left -= PORTION)
    await database.raw(
      `insert into price_list_items (list_id, tool_id, price_cents)
       select $1, id, greatest(1, price_cents - 1) from tools
       where not exists (select from price_list_items where list_id = $1 and tool_id = tools.id)
       order by id = any($2) desc, id limit $3`,
      [listId, among, Math.min(left, PORTION)],
    );
  await database.raw(
    `insert into companies (id, name, invoice_address, status, price_list_id)
     values ($1, $1, '{"street": "1 Dock Road", "postalCode": "1", "town": "Dock", "country": "NO"}', 'active', $2)`,
    [companyId, listId],
  );
  await database.raw(`insert into company_members (company_id, user_id, role) values ($1, $2, 'buyer')`, [
    companyId,
    userId,
  ]);
  return { companyId, listId, userId, token };
}

/** The same work as pricing for a company, by one statement: tools with the prices that its list has for them. */
export function rawCompanyPrices({ companyId, listId, userId }: BenchCompany, ids: string[]) {
  return [
    {
      name: 'member',
      text: `select c.price_list_id from companies c join company_members m on m.company_id = c.id
        where c.id = $1 and m.user_id = $2`,
      values: [companyId, userId],
    },
    {
      name: 'company-prices',
      text: `select t.id, t.name, t.sku, t.image, t.price_cents, t.price_breaks, t.quantity_step, t.min_order_quantity,
          t.available_quantity, t.weight_grams, i.price_cents as list_cents, i.price_breaks as list_breaks
        from tools t left join price_list_items i on i.list_id = $2 and i.tool_id = t.id
        where t.id = any($1::text[]) and t.removed_at is null and t.on_sale`,
      values: [ids, listId],
    },
  ];
}
