import { sql } from 'drizzle-orm';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { DEMO_COMPANY, DEMO_LIST } from './seed-company.ts';

/**
 * Takes the demo's company and its prices away, with its quotes and the orders that nobody paid or owes; one that was sold something
 * stays, as its orders do.
 */
export async function removeDemoCompany(tx: Tx): Promise<void> {
  const { rows: open } = await tx.execute<{ id: string }>(
    sql`select id from orders where company_id = ${DEMO_COMPANY} and state in ('unpaid', 'waiting') order by id`,
  );
  for (const { id } of open) await moveOrder(tx, id, 'cancel');
  await tx.execute(
    sql`delete from orders o where company_id = ${DEMO_COMPANY} and state in ('deleted', 'expired', 'rejected')
      and not exists (select from payment_intents where order_id = o.id)
      and not exists (select from ledger where order_id = o.id)`,
  );
  await tx.execute(
    sql`delete from quotes q where company_id = ${DEMO_COMPANY} and not exists (select from orders where quote_id = q.id)`,
  );
  await tx.execute(
    sql`delete from companies where id = ${DEMO_COMPANY}
      and not exists (select from orders where company_id = ${DEMO_COMPANY})
      and not exists (select from quotes where company_id = ${DEMO_COMPANY})`,
  );
  await tx.execute(
    sql`delete from price_lists where id = ${DEMO_LIST}
      and not exists (select from companies where price_list_id = ${DEMO_LIST})`,
  );
}
