import type { z } from 'zod';
import { accountRoutes } from './money/account.routes.ts';
import type { ParameterNames } from './route.ts';
import { addressRoutes } from './people/addresses.routes.ts';
import { apiKeyRoutes } from './office/api-keys.routes.ts';
import { attributeRoutes } from './catalogue/attributes.routes.ts';
import { auditRoutes } from './people/audit.routes.ts';
import { bankImportRoutes } from './money/bank-imports.routes.ts';
import { basketRoutes } from './buying/basket.routes.ts';
import { bmecatRoutes } from './buying/bmecat.routes.ts';
import { buyerKeyRoutes } from './buying/buyer-keys.routes.ts';
import { customerRoutes } from './buying/customers.routes.ts';
import { companyPeopleRoutes } from './buying/company-people.routes.ts';
import { companyRoutes } from './buying/companies.routes.ts';
import { binRoutes } from './catalogue/bins.routes.ts';
import { costRoutes } from './catalogue/costs.routes.ts';
import { documentRoutes } from './catalogue/documents.routes.ts';
import { exportRoutes } from './money/exports.routes.ts';
import { figureRoutes } from './money/figures.routes.ts';
import { companyAddressRoutes } from './buying/company-addresses.routes.ts';
import { companyToolRoutes } from './buying/company-tools.routes.ts';
import { priceListRoutes } from './catalogue/price-lists.routes.ts';
import { healthRoutes } from './office/health.routes.ts';
import { incomingRoutes } from './catalogue/incoming.routes.ts';
import { importRoutes } from './catalogue/imports.routes.ts';
import { letterRoutes } from './office/letters.routes.ts';
import { openingRoutes } from './office/opening.routes.ts';
import { pageRoutes } from './office/pages.routes.ts';
import { paperRoutes } from './money/papers.routes.ts';
import { namedListRoutes } from './buying/named-lists.routes.ts';
import { openapiRoutes } from './office/openapi.routes.ts';
import { orderLineRoutes } from './buying/order-lines.routes.ts';
import { approvalRoutes } from './buying/approvals.routes.ts';
import { orderRoutes } from './buying/orders.routes.ts';
import { paymentRoutes } from './money/payments.routes.ts';
import { punchoutRoutes } from './buying/punchout.routes.ts';
import { quoteRoutes } from './buying/quotes.routes.ts';
import { reminderRoutes } from './money/reminders.routes.ts';
import { returnRoutes } from './money/returns.routes.ts';
import { reviewRoutes } from './buying/reviews.routes.ts';
import { settingsRoutes } from './office/settings.routes.ts';
import { shipmentRoutes } from './money/shipments.routes.ts';
import { standingOrderRoutes } from './buying/standing-orders.routes.ts';
import { stockAlertRoutes } from './buying/stock-alerts.routes.ts';
import { stockCountRoutes } from './catalogue/stock-counts.routes.ts';
import { toolRoutes } from './catalogue/tools.routes.ts';
import { userRoutes } from './office/users.routes.ts';
import { vatNumberRoutes } from './office/vat-numbers.routes.ts';
import { webhookRoutes } from './office/webhooks.routes.ts';

/** Every call of the business API, a file for each subject, under the headings of the documents that describe them. */
export const subjects = {
  Tools: {
    description: 'What is sold',
    calls: {
      ...toolRoutes,
      ...attributeRoutes,
      ...costRoutes,
      ...binRoutes,
      ...documentRoutes,
      ...stockCountRoutes,
      ...incomingRoutes,
      ...stockAlertRoutes,
      ...importRoutes,
    },
  },
  Pricing: {
    description: 'Prices for quantities, the basket, and lists to reorder from',
    calls: { ...basketRoutes, ...vatNumberRoutes, ...namedListRoutes, ...standingOrderRoutes, ...orderLineRoutes },
  },
  Orders: {
    description: 'Placing and following orders, their shipments and papers',
    calls: { ...orderRoutes, ...approvalRoutes, ...shipmentRoutes, ...paperRoutes },
  },
  Quotes: {
    description: 'Requesting, answering and accepting quotes',
    calls: { ...quoteRoutes },
  },
  Returns: {
    description: 'What comes back, what is missing, and how it is settled',
    calls: { ...returnRoutes },
  },
  Payment: {
    description: 'Paying by card or bank transfer, and refunds',
    calls: { ...paymentRoutes },
  },
  Reviews: {
    description: 'What customers say',
    calls: { ...reviewRoutes },
  },
  People: {
    description: 'Tokens, profiles, addresses and permissions, and customers as staff see them',
    calls: { ...userRoutes, ...addressRoutes, ...customerRoutes },
  },
  Companies: {
    description: 'Companies whose people order together, and what is agreed with them',
    calls: {
      ...companyRoutes,
      ...companyPeopleRoutes,
      ...companyAddressRoutes,
      ...accountRoutes,
      ...bankImportRoutes,
      ...reminderRoutes,
      ...priceListRoutes,
      ...companyToolRoutes,
    },
  },
  Records: {
    description: 'Sales figures, the audit log and exports',
    calls: { ...figureRoutes, ...auditRoutes, ...exportRoutes },
  },
  'Other systems': {
    description: 'Keys, webhooks, punch-out and catalogues',
    calls: { ...apiKeyRoutes, ...buyerKeyRoutes, ...webhookRoutes, ...punchoutRoutes, ...bmecatRoutes },
  },
  Shop: {
    description: 'The shop itself: settings, its own pages, health, this description',
    calls: { ...settingsRoutes, ...letterRoutes, ...pageRoutes, ...openingRoutes, ...healthRoutes, ...openapiRoutes },
  },
} as const;

/** All of them: the server runs this table, the tests iterate it, /openapi.json describes it. */
export const routes = {
  ...subjects.Tools.calls,
  ...subjects.Pricing.calls,
  ...subjects.Orders.calls,
  ...subjects.Quotes.calls,
  ...subjects.Returns.calls,
  ...subjects.Payment.calls,
  ...subjects.Reviews.calls,
  ...subjects.People.calls,
  ...subjects.Companies.calls,
  ...subjects.Records.calls,
  ...subjects['Other systems'].calls,
  ...subjects.Shop.calls,
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

type Schema<R, K extends string> = K extends keyof R ? R[K] : undefined;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
type In<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives, parsed. */
export type Params<N extends RouteName> = Routes[N] extends { params: infer P extends z.ZodType }
  ? z.output<P>
  : Record<ParameterNames<Routes[N]['call']>, string>;
export type Query<N extends RouteName> = Out<Schema<Routes[N], 'query'>>;
export type Body<N extends RouteName> = Out<Schema<Routes[N], 'body'>>;
/** What a call answers. */
export type Answer<N extends RouteName> = z.output<Routes[N]['answer']>;
/** What a client sends. */
export type QueryInput<N extends RouteName> = In<Schema<Routes[N], 'query'>>;
export type BodyInput<N extends RouteName> = In<Schema<Routes[N], 'body'>>;
