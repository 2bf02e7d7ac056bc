import { addMoney } from '#contract/money-sums.ts';
import { linePrice } from '#web/basket/line-price.ts';
import { useState } from 'react';
import type { Quote, QuoteFacts } from '#contract/buying/quotes.ts';
import { marginOf } from '#web/quotes/margin.ts';
import { typedMoney } from '#web/forms/typed-money.ts';
import type { Row } from './offered-row.tsx';

/** The lines of an answer while it is written: begun as the latest version, or as it was asked for at the company's prices. */
export function useOfferedRows(quote: Quote, facts: QuoteFacts) {
  const [added, setAdded] = useState<QuoteFacts>([]);
  const known = new Map([...added, ...facts].map((fact) => [fact.toolId, fact]));
  const latest = quote.versions.at(-1);
  const [rows, setRows] = useState<Row[]>(() =>
    latest
      ? latest.lines.map(({ toolId, quantity, unitPrice, unit }) => ({
          toolId,
          quantity,
          unit: unit ?? undefined,
          price: unitPrice.toFixed(2),
        }))
      : quote.wanted.map(({ toolId, quantity, unit }) => ({
          toolId,
          quantity,
          unit: unit ?? undefined,
          price: (known.get(toolId)?.firmPrice ?? 0).toFixed(2),
        })),
  );
  const unitOf = (toolId: string) => known.get(toolId)?.priceUnit ?? 1;
  const priced = rows.map(({ toolId, quantity, price }) => ({
    quantity,
    priceUnit: unitOf(toolId),
    price: typedMoney(price) ?? 0,
    cost: known.get(toolId)?.cost ?? null,
  }));
  return {
    rows,
    known,
    /** Money of all lines, and what is left of it for the shop. */
    goods: addMoney(...priced.map(({ quantity, price, priceUnit }) => linePrice(quantity, price, priceUnit))),
    margin: marginOf(priced),
    change: (toolId: string, part: Partial<Row>) =>
      setRows((now) => now.map((row) => (row.toolId === toolId ? { ...row, ...part } : row))),
    remove: (toolId: string) => setRows((now) => now.filter((row) => row.toolId !== toolId)),
    /** Adds tools at the company's prices; one that is there stays as it is. @param quantities by tool */
    add(more: QuoteFacts, quantities: ReadonlyMap<string, number>) {
      setAdded((now) => [...now, ...more]);
      setRows((now) => {
        const there = new Set(now.map(({ toolId }) => toolId));
        const fresh = more.filter(({ toolId }) => !there.has(toolId));
        return [
          ...now,
          ...fresh.map(({ toolId, firmPrice, minOrderQuantity }) => ({
            toolId,
            quantity: quantities.get(toolId) ?? minOrderQuantity,
            price: firmPrice.toFixed(2),
          })),
        ];
      });
    },
    /** Sets all prices so many percent below the list's. */
    lower: (percent: number) =>
      setRows((now) =>
        now.map((row) => {
          const list = known.get(row.toolId)?.listPrice ?? 0;
          return { ...row, price: (Math.round(list * (100 - percent)) / 100).toFixed(2) };
        }),
      ),
  };
}
