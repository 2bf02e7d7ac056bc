import type { Order } from '#contract/buying/orders.ts';
import type { PaperPreviewQuery } from '#contract/office/letter-texts.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Db } from '#server/engine/db/client.ts';
import type { UploadStore } from '#server/engine/pictures/upload-store.ts';
import { newestOrder } from '#server/money/letters/letter-preview.ts';
import { makePaper } from './make-paper.ts';
import { printableLogo } from './printable-logo.ts';

/** Who looks, and where it leads. */
interface Reader {
  userId: string;
  baseUrl: string;
}

/**
 * A pro forma invoice with texts that are not saved yet, of the newest order, or of a made-up one where there is none: it has
 * all three of them, and no number of an invoice.
 */
export async function previewPaper(
  db: Db,
  store: UploadStore,
  { userId, baseUrl }: Reader,
  settings: Settings,
  papers: PaperPreviewQuery,
): Promise<Uint8Array<ArrayBuffer>> {
  const order = (await newestOrder(db)) ?? madeUpOrder(settings);
  const { currency, timeZone: zone } = settings;
  const [language = 'en'] = settings.languages;
  const logo = await printableLogo(store, settings.logo);
  const parts = {
    order,
    language,
    currency,
    zone,
    seller: { ...settings, papers },
    buyer: order,
    logo,
    format: 'a4' as const,
  };
  return makePaper(userId, { kind: 'pro-forma', given: [parts, `${baseUrl}/dashboard/payment/${order._id}`] });
}

/** Of a company that there is not. */
function madeUpOrder({ company: { country }, languages: [language = 'en'] }: Settings): Order {
  const line = {
    toolId: '',
    tool: 'An example',
    sku: 'EX-1',
    buyerNumber: null,
    unitPrice: 1.25,
    quantity: 100,
    unit: null,
    unitName: null,
    unitQuantity: null,
    priceUnit: 1,
    price: 125,
    shipped: 0,
    refunded: 0,
    left: 100,
    awaited: [],
  };
  const [name, email, phone] = ['Alex Example', 'alex@company.example', ''];
  return {
    _id: '',
    number: '1001',
    userId: '',
    name,
    email,
    phone,
    address: '1 Example Street',
    country,
    tool: line.tool,
    toolId: '',
    lines: [line],
    invoices: [],
    lineCount: 1,
    quantity: 100,
    goods: 125,
    freight: 0,
    surcharge: 0,
    tax: 0,
    price: 125,
    taxName: null,
    taxPercent: null,
    taxNote: null,
    taxCategory: 'O',
    delivery: 'example',
    deliveryName: 'Delivery',
    deliveryDays: [1, 3],
    leaves: null,
    arrives: null,
    approval: null,
    parts: false,
    wantedDay: null,
    language,
    state: 'unpaid',
    paid: false,
    payments: [],
    shipments: [],
    companyId: null,
    orderedBy: { name, email },
    costCentre: null,
    buyerReference: '',
    quoteId: null,
    company: 'Example Ltd',
    vatId: '',
    vatProof: null,
    purchaseOrder: 'PO-7',
    note: '',
    onAccount: false,
    dueAt: null,
    fulfilment: 'none',
    createdAt: new Date().toISOString(),
  };
}
