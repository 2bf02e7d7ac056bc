import { accountRoutes } from '#contract/money/account.routes.ts';
import { addressRoutes } from '#contract/people/addresses.routes.ts';
import { apiKeyRoutes } from '#contract/office/api-keys.routes.ts';
import { approvalRoutes } from '#contract/buying/approvals.routes.ts';
import { attributeRoutes } from '#contract/catalogue/attributes.routes.ts';
import { auditRoutes } from '#contract/people/audit.routes.ts';
import { bankImportRoutes } from '#contract/money/bank-imports.routes.ts';
import { basketRoutes } from '#contract/buying/basket.routes.ts';
import { buyerKeyRoutes } from '#contract/buying/buyer-keys.routes.ts';
import { customerRoutes } from '#contract/buying/customers.routes.ts';
import { companyPeopleRoutes } from '#contract/buying/company-people.routes.ts';
import { companyRoutes } from '#contract/buying/companies.routes.ts';
import { costRoutes } from '#contract/catalogue/costs.routes.ts';
import { documentRoutes } from '#contract/catalogue/documents.routes.ts';
import { exportRoutes } from '#contract/money/exports.routes.ts';
import { figureRoutes } from '#contract/money/figures.routes.ts';
import { firmAddressRoutes } from '#contract/buying/firm-addresses.routes.ts';
import { firmToolRoutes } from '#contract/buying/firm-tools.routes.ts';
import { priceListRoutes } from '#contract/catalogue/price-lists.routes.ts';
import { healthRoutes } from '#contract/office/health.routes.ts';
import { importRoutes } from '#contract/catalogue/imports.routes.ts';
import { namedListRoutes } from '#contract/buying/named-lists.routes.ts';
import { openapiRoutes } from '#contract/office/openapi.routes.ts';
import { orderLineRoutes } from '#contract/buying/order-lines.routes.ts';
import { orderRoutes } from '#contract/buying/orders.routes.ts';
import { paperRoutes } from '#contract/money/papers.routes.ts';
import { paymentRoutes } from '#contract/money/payments.routes.ts';
import { quoteRoutes } from '#contract/buying/quotes.routes.ts';
import { reminderRoutes } from '#contract/money/reminders.routes.ts';
import { reviewRoutes } from '#contract/buying/reviews.routes.ts';
import { settingsRoutes } from '#contract/office/settings.routes.ts';
import { shipmentRoutes } from '#contract/money/shipments.routes.ts';
import { stockAlertRoutes } from '#contract/buying/stock-alerts.routes.ts';
import { stockCountRoutes } from '#contract/catalogue/stock-counts.routes.ts';
import { toolRoutes } from '#contract/catalogue/tools.routes.ts';
import { userRoutes } from '#contract/office/users.routes.ts';
import { vatNumberRoutes } from '#contract/office/vat-numbers.routes.ts';
import { webhookRoutes } from '#contract/office/webhooks.routes.ts';

/** A heading of the API's documents, and the tables of calls that stand under it. */
interface Tag {
  name: string;
  description: string;
  tables: object[];
}

const TAGS: Tag[] = [
  {
    name: 'Tools',
    description: 'What is sold',
    tables: [toolRoutes, attributeRoutes, costRoutes, documentRoutes, stockCountRoutes, stockAlertRoutes, importRoutes],
  },
  {
    name: 'Pricing',
    description: 'What quantities cost, the basket, and lists to order from again',
    tables: [basketRoutes, vatNumberRoutes, namedListRoutes, orderLineRoutes],
  },
  {
    name: 'Orders',
    description: 'Placing and following orders, their shipments and papers',
    tables: [orderRoutes, approvalRoutes, shipmentRoutes, paperRoutes],
  },
  {
    name: 'Quotes',
    description: 'Asking for a price, answering in versions, accepting one',
    tables: [quoteRoutes],
  },
  { name: 'Payment', description: 'Paying by card or bank transfer, and refunds', tables: [paymentRoutes] },
  { name: 'Reviews', description: 'What customers say', tables: [reviewRoutes] },
  {
    name: 'People',
    description: 'Tokens, profiles, addresses and rights, and customers as staff see them',
    tables: [userRoutes, addressRoutes, customerRoutes],
  },
  {
    name: 'Firms',
    description: 'Several people who are one customer, and what is agreed with it',
    tables: [
      companyRoutes,
      companyPeopleRoutes,
      firmAddressRoutes,
      accountRoutes,
      bankImportRoutes,
      reminderRoutes,
      priceListRoutes,
      firmToolRoutes,
    ],
  },
  {
    name: 'Records',
    description: 'What the orders add up to, who did what, and sheets to take away',
    tables: [figureRoutes, auditRoutes, exportRoutes],
  },
  { name: 'Other systems', description: 'Keys and webhooks', tables: [apiKeyRoutes, buyerKeyRoutes, webhookRoutes] },
  {
    name: 'Shop',
    description: 'The shop itself: settings, health, this description',
    tables: [settingsRoutes, healthRoutes, openapiRoutes],
  },
];

const NAMES = new Map(TAGS.flatMap(({ name, tables }) => tables.flatMap(Object.keys).map((call) => [call, name])));

/** The tags as OpenAPI lists them. */
export function describeTags(): { name: string; description: string }[] {
  return TAGS.map(({ name, description }) => ({ name, description }));
}

/**
 * The tag of the table that a call is a row of.
 * @throws for a call of a table that is under no tag
 */
export function tagOf(call: string): string {
  const name = NAMES.get(call);
  if (name === undefined) throw new Error(`${call} is in no table that server/office/docs/tags.ts names`);
  return name;
}
