import type { TaxCategory } from '#contract/office/tax.ts';

/**
 * An invoice or a credit note as EN 16931 knows one: what PDF and XML are made from. Money in cents, days as YYYY-MM-DD,
 * quantities in the line's own unit. Credit notes carry positive sums: what they take back.
 */
export interface EInvoice {
  kind: 'invoice' | 'credit-note';
  number: string;
  issuedOn: string;
  /** ISO 4217. */
  currency: string;
  /** The invoice that a credit note corrects. */
  corrects: { number: string; issuedOn: string } | null;
  /** When it must be paid; null where it was paid before it was issued. */
  dueOn: string | null;
  /** When the last goods left before it was issued; null: none had, and delivery follows. */
  suppliedOn: string | null;
  note: string;
  seller: Party;
  buyer: Party;
  deliverTo: { name: string; address: PartyAddress };
  /** What the buyer wants to find it by; empty where nothing was said. */
  buyerReference: string;
  purchaseOrder: string;
  /** Where the buyer books it (BT-19). Those that were issued before it was kept have none. */
  costCentre?: string;
  orderNumber: string;
  /** Number of the delivery note of the parcel that it goes with (BT-16); left out where it goes with none. */
  despatchAdvice?: string;
  lines: InvoiceLine[];
  /** Freight, and what else was charged or taken off besides the lines; `cents` below 0 is taken off. */
  extras: { name: string; cents: number }[];
  tax: InvoiceTax;
  /** Lines and extras; with tax; what was paid already; what is left. */
  netCents: number;
  totalCents: number;
  paidCents: number;
  dueCents: number;
  payment: PaymentMeans;
}

export interface InvoiceTax {
  category: TaxCategory;
  percent: number;
  /** Why there is none; null where there is. */
  reason: string | null;
  cents: number;
}

export interface PartyAddress {
  /** Street and what else it takes, without place and country. */
  lines: string[];
  city: string;
  postalCode: string;
  state: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

export interface Party {
  name: string;
  /** With the letters of its country; other numbers for tax as they are. */
  vatId: string;
  /** In the register of companies. */
  registration: string;
  address: PartyAddress;
  contact: { name: string; phone: string; email: string };
  /** Where e-invoices go by Peppol, as `scheme:id`; empty: nowhere. */
  peppolId: string;
}

export interface InvoiceLine {
  name: string;
  sku: string;
  /** The buyer's own number of the part. */
  buyerNumber: string;
  quantity: number;
  /** UN/ECE Recommendation 20; H87 is a piece. */
  unitCode: string;
  /** Of `priceUnit` pieces; of one where that is left out. */
  unitCents: number;
  priceUnit?: number;
  /** The pack that it was ordered in, where these pieces are whole packs. */
  pack?: { name: string; count: number };
  cents: number;
  /** Where it was made: ISO 3166-1 alpha-2. */
  origin: string | null;
}

/** How it is or was paid. */
export interface PaymentMeans {
  how: 'card' | 'transfer';
  /** What the payer writes on it. */
  reference: string;
  account: { iban: string; holder: string; bic: string } | null;
  /** In words, such as "30 days net"; empty where it is paid. */
  terms: string;
  /** What may be taken off where it is paid in time: within so many days of its own, the last of them, and what is to be paid then, in cents. */
  cashDiscount?: { percent: number; days: number; until: string; cents: number }[];
}

export const PIECE = 'H87';
