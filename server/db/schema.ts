/** All tables in one value, as Drizzle and better-auth want them; each table is declared beside the code that owns it. */
import { addresses } from '#server/addresses/addresses.sql.ts';
import { apiKeys } from '#server/api-keys/api-keys.sql.ts';
import { basketLines, baskets } from '#server/basket/basket.sql.ts';
import {
  accounts,
  rateLimits,
  sessions,
  signingKeys,
  twoFactors,
  users,
  verifications,
} from '#server/identity/identity.sql.ts';
import { importRows, imports } from '#server/imports/imports.sql.ts';
import { invoices, invoiceSeries } from '#server/invoices/invoices.sql.ts';
import { scheduledJobs } from '#server/jobs/jobs.sql.ts';
import { mails } from '#server/mail/mail.sql.ts';
import { orderEvents } from '#server/orders/order-events.sql.ts';
import { orderLetters } from '#server/orders/order-letters.sql.ts';
import { openOrders, orderLines, orders } from '#server/orders/orders.sql.ts';
import { bankPayments } from '#server/payments/bank-payments.sql.ts';
import { payments } from '#server/payments/ledger.sql.ts';
import { paymentIntents, refundLines, refunds, webhookEvents } from '#server/payments/payments.sql.ts';
import { refundRequests } from '#server/payments/refund-requests.sql.ts';
import { reviews } from '#server/reviews/reviews.sql.ts';
import { settings } from '#server/settings/settings.sql.ts';
import { shipmentLines, shipments } from '#server/shipments/shipments.sql.ts';
import { stockChanges } from '#server/tools/stock-changes.sql.ts';
import { tools } from '#server/tools/tools.sql.ts';
import { namedListLines, namedLists } from '#server/named-lists/named-lists.sql.ts';
import { stockAlerts } from '#server/stock-alerts/stock-alerts.sql.ts';
import { builtAssets } from '#server/assets/assets.sql.ts';
import { webhookAnswers, webhookDeliveries, webhookMessages, webhooks } from '#server/webhooks/webhooks.sql.ts';
import { auditLog } from '#server/users/audit.sql.ts';
import { invitations } from '#server/users/invitations.sql.ts';

export const schema = {
  users,
  sessions,
  accounts,
  verifications,
  signingKeys,
  twoFactors,
  rateLimits,
  addresses,
  apiKeys,
  tools,
  stockChanges,
  orders,
  orderLines,
  openOrders,
  orderEvents,
  orderLetters,
  shipments,
  shipmentLines,
  paymentIntents,
  webhookEvents,
  refunds,
  refundLines,
  refundRequests,
  bankPayments,
  payments,
  invoices,
  invoiceSeries,
  baskets,
  basketLines,
  namedLists,
  namedListLines,
  settings,
  scheduledJobs,
  reviews,
  stockAlerts,
  mails,
  imports,
  importRows,
  auditLog,
  invitations,
  builtAssets,
  webhooks,
  webhookMessages,
  webhookDeliveries,
  webhookAnswers,
};
