import { outdate as outdateNamed } from '#web/api/caches.ts';

/** What keys are about: their first word, or the third where the key is a person's. */
export type Subject =
  | 'tools'
  | 'tool'
  | 'categories'
  | 'reviews'
  | 'all-reviews'
  | 'orders'
  | 'order'
  | 'approvals'
  | 'all-orders'
  | 'quotes'
  | 'bin'
  | 'cost'
  | 'quote'
  | 'returns'
  | 'return'
  | 'profile'
  | 'addresses'
  | 'lists'
  | 'companies'
  | 'shop'
  | 'settings'
  | 'readiness'
  | 'backups'
  | 'pages'
  | 'reminders'
  | 'missing-accounts'
  | 'audit'
  | 'users'
  | 'customer'
  | 'api-keys'
  | 'buyer-keys'
  | 'webhooks'
  | 'punchouts'
  | 'price-lists'
  | 'taught-headings';

/** After a change at the server: what is shown of these subjects is asked for again before this resolves. */
export const outdate: (...subjects: Subject[]) => Promise<void> = outdateNamed;

/** A change that is under way: what is shown of these subjects follows before it is over, whatever came of it. */
export async function outdating<T>(subjects: Subject[], change: Promise<T>): Promise<T> {
  try {
    return await change;
  } finally {
    await outdate(...subjects);
  }
}
