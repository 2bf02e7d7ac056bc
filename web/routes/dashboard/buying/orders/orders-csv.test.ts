import { expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { writeAs } from '#web/shell/format.ts';
import { ordersCsv } from './orders-csv.ts';

const order: Partial<Order> = {
  number: '10001',
  createdAt: '2026-11-23T07:00:00.000Z',
  purchaseOrder: '=HYPERLINK("http://evil")',
  company: 'Steel, "Sons"',
  name: 'Alice',
  tool: 'Claw hammer and 2 more',
  quantity: 24,
  price: 309.6,
  state: 'unpaid',
};

it('orders become a sheet whose cells no spreadsheet runs, whatever stands in them', () => {
  expect(ordersCsv([order as Order])).toBe(
    '\uFEFFOrder,Date,PO,Cost centre,Company,Name,Tool,Pieces,Total,Currency,Status\r\n' +
      `10001,2026-11-23,"'=HYPERLINK(""http://evil"")",,"Steel, ""Sons""",Alice,Claw hammer and 2 more,24,309.60,USD,Unpaid\r\n`,
  );
});

it('their days and their money are the shop’s', () => {
  writeAs({ currency: 'EUR', timeZone: 'Pacific/Auckland' });
  const sheet = ordersCsv([{ ...order, createdAt: '2026-12-31T11:30:00.000Z' } as Order]);
  writeAs({ currency: 'USD', timeZone: 'UTC' });
  expect(sheet).toContain('10001,2027-01-01,');
  expect(sheet).toContain(',309.60,EUR,Unpaid');
});
