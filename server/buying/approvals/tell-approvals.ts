import { inArray } from 'drizzle-orm';
import type { Order } from '#contract/buying/orders.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/engine/db/client.ts';
import type { Follower, News } from '#server/engine/news/follow-news.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { presentOrders } from '#server/buying/orders/orders.ts';
import {
  askLetter,
  buyerLetter,
  expiredLetter,
  type LetterShop,
  type BuyerNews,
  writingAbout,
} from './approval-letters.ts';
import { makeToken } from './approval-tokens.ts';
import { approversOf, monthOf } from './standing.ts';

export interface TellingParts {
  config: Pick<Config, 'baseUrl'>;
  mail: Mail;
}

/** Writes to those who may approve an order and to whoever ordered it. What was approved is told by the order's own confirmation. */
export function approvalFollower(parts: TellingParts): Follower {
  return {
    name: 'approval-letters',
    kinds: ['approval.asked', 'approval.asked-again', 'approval.decided', 'order.expired'],
    async handle(tx, rows) {
      const read = await tx
        .select()
        .from(orders)
        .where(inArray(orders.id, [...new Set(rows.map(({ subject }) => subject))]));
      const concerned = read.filter(({ companyId }) => companyId !== null);
      const found = new Map((await presentOrders(tx, concerned, 'all')).map((order) => [order._id, order]));
      const buyers = new Map(concerned.map(({ id, userId }) => [id, userId]));
      const shop = await settingsNow(tx);
      for (const row of rows) {
        const order = found.get(row.subject);
        if (order) await tell(tx, parts, { shop, row, order, buyer: buyers.get(row.subject) ?? null });
      }
    },
  };
}

interface About {
  shop: LetterShop;
  row: News;
  order: Order;
  /** The id of whoever ordered; null where their account is gone. */
  buyer: string | null;
}

/** By now something else may have become of it; then that is the news. */
async function tell(tx: Tx, parts: TellingParts, { shop, row, order, buyer }: About): Promise<void> {
  const tellBuyer = async (told: BuyerNews) => {
    if (buyer === null) return;
    const url = `${parts.config.baseUrl}/dashboard/orders/${order._id}`;
    await parts.mail.queue(tx, buyerLetter(writingAbout(shop, order), { userId: buyer, order, told, url }));
  };
  const { kind, facts } = row;
  if (kind === 'order.expired') {
    if (order.approval?.state !== 'expired') return;
    await tellBuyer({ kind: 'expired' });
    const approvers = await approversOf(tx, order._id);
    await parts.mail.queue(tx, ...approvers.map((to) => expiredLetter(writingAbout(shop, order), to, order)));
  } else if (kind === 'approval.decided') {
    if (order.state === 'rejected') await tellBuyer({ kind: 'rejected' });
  } else if (order.state === 'waiting') {
    const because = kind === 'approval.asked' ? 'asked' : facts['because'] === 'changed' ? 'changed' : 'reminder';
    const approvers = await approversOf(tx, order._id);
    const standing = await monthOf(tx, order._id);
    for (const to of approvers) await ask(tx, parts, { shop, order, standing, to, because });
    const names = approvers.map(({ name }) => name);
    if (because !== 'changed')
      await tellBuyer({ kind: 'waiting', approvers: names, isReminder: because === 'reminder' });
  }
}

/** Writes to one approver, with a link of their own. */
export async function ask(
  tx: Tx,
  { config, mail }: TellingParts,
  asked: Omit<Parameters<typeof askLetter>[1], 'url'> & { shop: LetterShop },
): Promise<void> {
  const token = await makeToken(tx, asked.order._id, asked.to.userId);
  await mail.queue(
    tx,
    askLetter(writingAbout(asked.shop, asked.order), { ...asked, url: `${config.baseUrl}/approve?token=${token}` }),
  );
}
