/** All tables in one value, as Drizzle and better-auth want them; each table is declared beside the code that owns it. */
import {
  accounts,
  rateLimits,
  sessions,
  signingKeys,
  twoFactors,
  users,
  verifications,
} from '#server/identity/identity.sql.ts';
import { mails } from '#server/mail/mail.sql.ts';
import { openOrders, orderLines, orders } from '#server/orders/orders.sql.ts';
import { payments } from '#server/payments/ledger.sql.ts';
import { paymentIntents, refunds, webhookEvents } from '#server/payments/payments.sql.ts';
import { reviews } from '#server/reviews/reviews.sql.ts';
import { tools } from '#server/tools/tools.sql.ts';
import { auditLog } from '#server/users/audit.sql.ts';

export const schema = {
  users,
  sessions,
  accounts,
  verifications,
  signingKeys,
  twoFactors,
  rateLimits,
  tools,
  orders,
  orderLines,
  openOrders,
  paymentIntents,
  webhookEvents,
  refunds,
  payments,
  reviews,
  mails,
  auditLog,
};
