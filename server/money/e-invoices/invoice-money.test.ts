import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewRefund } from '#contract/money/refunds.ts';
import { inUnits } from '#contract/buying/units.ts';
import { PRICE_UNITS } from '#contract/catalogue/packs.ts';
import { MAX_CENTS } from '#contract/money.ts';
import { papersOf } from '#server/buying/invoices/invoices.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { placed, plainly } from '#server/buying/orders/placing-for-tests.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { decideRefund } from '#server/money/payments/order-refunds.ts';
import { byCard, sentForTest } from '#server/money/shipments/paying-for-tests.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { ciiOf } from './cii.ts';
import { ublOf } from './ubl.ts';

/* What e-invoices and credit notes say of money, as their XML has it, against exact arithmetic that is written here a second time. */

let database: Database;
const email = 'exact@people.test';
const ada: Caller = { userId: newId(), email, name: 'Exact', image: null, role: 'admin', sessionId: 's' };
beforeAll(async () => {
  database = await freshDatabase();
  await database.db.insert(users).values({ id: ada.userId, name: 'Exact', email, emailVerified: true });
});
afterAll(() => database.close());

/** Half of one up, of whole numbers at least 0. */
function rounded(number: bigint, per: bigint): bigint {
  const [whole, rest] = [number / per, number % per];
  return 2n * rest >= per ? whole + 1n : whole;
}

const sum = (all: readonly bigint[]) => all.reduce((total, each) => total + each, 0n);

/** What stands between such tags, one after the other. */
const said = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, text = '']) => text);
const cents = (text: string | undefined) => BigInt((text ?? '').replace('.', ''));

interface SaidLine {
  pieces: bigint;
  unitCents: bigint;
  per: bigint;
  cents: bigint;
}
interface Sums {
  lines: SaidLine[];
  ofLines: bigint;
  charged: bigint;
  net: bigint;
  tax: bigint;
  total: bigint;
}

function ofUbl(xml: string): Sums {
  const [head = '', ...lines] = xml.split(/<cac:(?:Invoice|CreditNote)Line>/);
  const all = xml.slice(head.indexOf('<cac:TaxTotal>'));
  return {
    lines: lines.map((line) => ({
      pieces: BigInt(said(line, 'cbc:(?:Invoiced|Credited)Quantity')[0]!),
      unitCents: cents(said(line, 'cbc:PriceAmount')[0]),
      per: BigInt(said(line, 'cbc:BaseQuantity')[0] ?? '1'),
      cents: cents(said(line, 'cbc:LineExtensionAmount')[0]),
    })),
    ofLines: cents(said(all, 'cbc:LineExtensionAmount')[0]),
    charged: cents(said(all, 'cbc:ChargeTotalAmount')[0] ?? '0'),
    net: cents(said(all, 'cbc:TaxExclusiveAmount')[0]),
    tax: cents(said(all, 'cbc:TaxAmount')[0]),
    total: cents(said(all, 'cbc:TaxInclusiveAmount')[0]),
  };
}

function ofCii(xml: string): Sums {
  const [head = '', ...rest] = xml.split('<ram:IncludedSupplyChainTradeLineItem>');
  expect(head).not.toBe('');
  const all = xml.slice(xml.indexOf('<ram:SpecifiedTradeSettlementHeaderMonetarySummation>'));
  return {
    lines: rest.map((line) => ({
      pieces: BigInt(said(line, 'ram:BilledQuantity')[0]!),
      unitCents: cents(said(line, 'ram:ChargeAmount')[0]),
      per: BigInt(said(line, 'ram:BasisQuantity')[0] ?? '1'),
      cents: cents(said(line, 'ram:LineTotalAmount')[0]),
    })),
    ofLines: cents(said(all, 'ram:LineTotalAmount')[0]),
    charged: cents(said(all, 'ram:ChargeTotalAmount')[0] ?? '0'),
    net: cents(said(all, 'ram:TaxBasisTotalAmount')[0]),
    tax: cents(said(all, 'ram:TaxTotalAmount')[0]),
    total: cents(said(all, 'ram:GrandTotalAmount')[0]),
  };
}

/** What all formats say of a paper, which is the same. */
function sumsOf(model: EInvoice): Sums {
  const [peppol, ...others] = [ofUbl(ublOf(model, 'peppol')), ofUbl(ublOf(model, 'xrechnung')), ofCii(ciiOf(model))];
  for (const other of others) expect(other).toEqual(peppol);
  return peppol!;
}

const line = fc.record({
  unitCents: fc.integer({ min: 1, max: 9_000 }),
  priceUnit: fc.constantFrom(...PRICE_UNITS),
  holds: fc.option(fc.integer({ min: 2, max: 250 })),
  count: fc.integer({ min: 1, max: 40 }),
  /** How many pieces are given back at a time, of a thousand. */
  parts: fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 3 }),
});
const world = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  freight: fc.integer({ min: 0, max: 9_900 }),
  /** Ten-thousandths of a percent. */
  percent: fc.oneof(fc.constantFrom(190_000, 200_000, 88_750), fc.integer({ min: 1, max: 999_999 })),
});

it('an invoice and its credit notes say lines, freight, tax and total to the cent, for price units and packs', async () => {
  let notes = 0;
  await fc.assert(
    fc.asyncProperty(world, async ({ lines, freight, percent }) => {
      const rows = lines.map((each) => ({ ...each, id: newId(), pieces: each.count * (each.holds ?? 1) }));
      await database.raw(
        `insert into tools (id, name, description, image, price_cents, price_unit, packs, available_quantity, min_order_quantity)
         select id, id, 'x', '/pictures/hammer-640.webp', "unitCents", "priceUnit",
           case when holds is null then '[]' else jsonb_build_array(jsonb_build_object('code', 'BX', 'name', 'Box', 'pieces', holds)) end,
           1000000, 1
         from jsonb_to_recordset($1::jsonb) as t (id text, "unitCents" int, "priceUnit" int, holds int)`,
        [JSON.stringify(rows)],
      );
      const exact = rows.map((row) => rounded(BigInt(row.pieces) * BigInt(row.unitCents), BigInt(row.priceUnit)));
      const goods = sum(exact);
      const taxOf = (net: bigint) => rounded(net * BigInt(percent), 1_000_000n);
      const net = goods + BigInt(freight);
      fc.pre(goods > 0n && net + taxOf(net) <= BigInt(MAX_CENTS));
      const { shop } = plainly;
      const order = await placed(
        database,
        ada,
        {
          name: 'Exact',
          address: '1 Dock Road',
          phone: '555',
          country: 'DE',
          lines: rows.map(({ id, pieces, holds }) =>
            inUnits({
              toolId: id,
              quantity: pieces,
              ...(holds ? { pack: { code: 'BX', name: 'Box', pieces: holds } } : {}),
            }),
          ),
        },
        {
          ...plainly,
          shop: {
            ...shop,
            country: 'DE',
            tax: [{ country: 'DE', percent: percent / 10_000, name: 'USt' }],
            delivery: shop.delivery.map((way) => ({ ...way, rates: [{ upTo: null, cents: freight }] })),
          },
        },
      );
      await transaction(database, (tx) => moveOrder(tx, order._id, 'pay', byCard(order._id)));
      const modelsOf = async () =>
        (await transaction(database, (tx) => papersOf(tx, order._id))).map(({ document }) => document.model);
      const [invoice] = await modelsOf();
      expect(sumsOf(invoice!)).toEqual({
        lines: rows.map(({ pieces, unitCents, priceUnit }, at) => ({
          pieces: BigInt(pieces),
          unitCents: BigInt(unitCents),
          per: BigInt(priceUnit),
          cents: exact[at],
        })),
        ofLines: goods,
        charged: BigInt(freight),
        net,
        tax: taxOf(net),
        total: net + taxOf(net),
      });

      // Pieces of each line go back in several windows, at the end all that are left.
      const left = rows.map(({ pieces }) => pieces);
      for (let window = 0; window < 4; window++) {
        const wanted = rows.flatMap(({ id, parts, pieces }, at) => {
          const asked =
            window === 3 ? left[at]! : Math.min(left[at]!, Math.floor((pieces * (parts[window] ?? 0)) / 1000));
          return asked === 0 ? [] : [{ toolId: id, quantity: asked, at }];
        });
        const refund: NewRefund = {
          reason: 'Bent',
          lines: wanted.map(({ toolId, quantity }) => ({ toolId, quantity })),
          backToStock: 'none',
        };
        if (wanted.length === 0) continue;
        // Pieces that come to nothing yet wait for others.
        const came = await transaction(database, (tx) => decideRefund(tx, ada, order._id, refund, undefined)).then(
          () => null,
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        );
        if (came === 'REFUND_TOO_LARGE') continue;
        expect(came).toBeNull();
        for (const { at, quantity } of wanted) left[at]! -= quantity;
      }
      await sentForTest({ parts: { database } } as unknown as Parameters<typeof sentForTest>[0], order._id);
      const [, ...given] = (await modelsOf()).map(sumsOf);
      for (const note of given) {
        notes++;
        expect(note.ofLines).toBe(sum(note.lines.map((each) => each.cents)));
        expect(note.net).toBe(note.ofLines);
        expect(note.total).toBe(note.net + note.tax);
        for (const each of note.lines) {
          // Rounded over all that went back, a window's own is a cent beside it at most.
          const own = rounded(each.pieces * each.unitCents, each.per);
          expect(each.cents - own <= 1n && own - each.cents <= 1n).toBe(true);
        }
      }
      if (left.some((pieces) => pieces > 0)) return;
      expect(sum(given.map((note) => note.net))).toBe(goods);
      expect(sum(given.map((note) => note.tax))).toBe(taxOf(goods));
    }),
    { numRuns: 40 },
  );
  expect(notes).toBeGreaterThan(40);
});
