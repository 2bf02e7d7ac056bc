import { company } from '#content/company.ts';
import type { NewOrder, Order } from '#contract/buying/orders.ts';
import type { ShopTerms } from '#contract/buying/pricing.ts';
import { MONDAY_TO_FRIDAY } from '#contract/working-days.ts';
import type { Database } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { type Customer, placeOrder, type PlacingOptions } from './place-order.ts';

/** Everything travels for nothing, without tax. The days are the tests' own. */
const FREE_TERMS: ShopTerms = {
  languages: ['en'],
  currency: 'USD',
  timeZone: 'UTC',
  ...MONDAY_TO_FRIDAY,
  country: company.country,
  delivery: [
    {
      id: 'standard',
      name: 'Standard delivery',
      countries: ['*'],
      days: [5, 10],
      rates: [{ upTo: null, cents: 0 }],
      freeFromCents: null,
    },
  ],
  tax: [],
};

/** On those terms, without a key and without limits. */
export const plainly: PlacingOptions = {
  idempotencyKey: undefined,
  rateLimits: false,
  shop: FREE_TERMS,
  holdMs: 48 * 3_600_000,
};

/** Places an order in a transaction of its own. */
export async function placed(
  database: Database,
  customer: Customer,
  wanted: NewOrder,
  options: PlacingOptions = plainly,
): Promise<Order> {
  return (await transaction(database, (tx) => placeOrder(tx, customer, wanted, options))).order;
}

/** An order as its customer sees it, of 100 hammers, with what a test wants to be different. */
export function orderWith(more: Partial<Order> = {}): Order {
  return {
    _id: '01order',
    number: '10001',
    userId: '01user',
    approval: null,
    parts: false,
    wantedDay: null,
    language: 'en',
    invoices: [],
    state: 'unpaid',
    name: 'Alice',
    email: 'alice@people.test',
    address: '1 Dock Road',
    phone: '555',
    tool: 'Claw hammer',
    toolId: '01tool',
    lines: [
      {
        toolId: '01tool',
        tool: 'Claw hammer',
        sku: null,
        buyerNumber: null,
        unitPrice: 10,
        quantity: 100,
        unit: null,
        unitName: null,
        unitQuantity: null,
        priceUnit: 1,
        price: 1000,
        shipped: 0,
        refunded: 0,
        left: 100,
        awaited: [],
      },
    ],
    lineCount: 1,
    quantity: 100,
    goods: 1000,
    freight: 0,
    surcharge: 0,
    tax: 0,
    taxName: null,
    taxPercent: null,
    taxNote: null,
    taxCategory: 'O',
    price: 1000,
    country: 'BD',
    delivery: 'standard',
    deliveryName: 'Standard delivery',
    deliveryDays: [5, 10],
    leaves: '2026-03-03',
    arrives: ['2026-03-10', '2026-03-17'],
    companyId: null,
    orderedBy: { name: 'Alice', email: 'alice@people.test' },
    costCentre: null,
    buyerReference: '',
    quoteId: null,
    company: '',
    vatId: '',
    vatProof: null,
    purchaseOrder: '',
    note: '',
    paid: false,
    payments: [],
    onAccount: false,
    dueAt: null,
    shipments: [],
    fulfilment: 'none',
    createdAt: '2026-03-03T10:00:00.000Z',
    ...more,
  };
}
