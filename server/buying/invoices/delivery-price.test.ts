import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineCents } from '#contract/buying/line-cents.ts';
import { taxOn } from '#contract/buying/pricing.ts';
import { netOf, type PricedPart, priceOfDelivery } from './delivery-price.ts';

/** An order of some lines, and in which parts it leaves. */
const orderInParts = fc.record({
  lines: fc.array(
    fc.record({
      unitPriceCents: fc.integer({ min: 0, max: 100_000 }),
      priceUnit: fc.constantFrom(1, 10, 100, 1_000),
      // What leaves of it with each shipment; a shipment may have none of it.
      parts: fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 6, maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  freightCents: fc.integer({ min: 0, max: 10_000 }),
  surchargeCents: fc.constantFrom(0, 1, 777),
  taxPercent: fc.constantFrom(null, 7, 8.1, 19, 20, 25.5),
});

it('whatever leaves when, the invoices of an order come to its price and its tax to the cent', () => {
  fc.assert(
    fc.property(orderInParts, ({ lines, freightCents, surchargeCents, taxPercent }) => {
      const whole = lines.map(({ parts, ...line }, index) => ({
        ...line,
        toolId: `tool ${index}`,
        parts,
        ordered: parts.reduce((sum, part) => sum + part, 0),
      }));
      const net = whole.reduce(
        (sum, line) => sum + Number(lineCents(line.ordered, line.unitPriceCents, line.priceUnit)),
        freightCents + surchargeCents,
      );
      const taxCents = taxPercent === null ? 0 : Number(taxOn(BigInt(net), taxPercent));
      const order = { freightCents, surchargeCents, taxPercent, taxCents, totalCents: net + taxCents };
      const invoices: PricedPart[] = [];
      const shipped = new Map<string, number>();
      let toInvoiceCents = order.totalCents;
      for (let at = 0; at < 6; at++) {
        const leaving = whole.flatMap(({ toolId, parts, unitPriceCents, priceUnit }) => {
          const before = shipped.get(toolId) ?? 0;
          shipped.set(toolId, before + parts[at]!);
          return parts[at] === 0 ? [] : [{ toolId, unitPriceCents, priceUnit, shipped: before, quantity: parts[at]! }];
        });
        const isLast = whole.every(({ toolId, ordered }) => shipped.get(toolId) === ordered);
        if (leaving.length === 0) continue;
        const before = {
          count: invoices.length,
          netCents: invoices.reduce((sum, { part }) => sum + netOf(part), 0),
          taxCents: invoices.reduce((sum, each) => sum + each.taxCents, 0),
        };
        const invoice = priceOfDelivery({ ...order, toInvoiceCents }, before, leaving, isLast);
        expect(invoice.totalCents - invoice.taxCents).toBe(netOf(invoice.part));
        expect(invoice.taxCents).toBeGreaterThanOrEqual(0);
        if (invoice.totalCents === 0) continue;
        toInvoiceCents -= invoice.totalCents;
        invoices.push(invoice);
      }
      const isAll = whole.some(({ ordered }) => ordered > 0);
      expect(toInvoiceCents).toBe(isAll ? 0 : order.totalCents);
      expect(invoices.reduce((sum, each) => sum + each.taxCents, 0)).toBe(isAll ? taxCents : 0);
      expect(invoices.slice(1).every(({ part }) => part.freightCents + part.surchargeCents === 0)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
