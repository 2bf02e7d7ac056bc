import type { TestShop } from '#server/shop-for-tests.ts';

/** Pays an order as the card provider's word does it, without the provider, so many hours ago. */
export async function payForTest({ parts }: Pick<TestShop, 'parts'>, orderId: string, hoursAgo = 0): Promise<void> {
  await parts.database.raw(
    `with paid as (
       update orders set state = 'paid', paid_at = now() - $2 * interval '1 hour', transaction_id = 'pi_' || id
       where id = $1 and state = 'unpaid' returning id)
     insert into news (kind, subject) select 'order.paid', id from paid`,
    [orderId, hoursAgo],
  );
}
