import { expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
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
    '\uFEFFOrder,Date,PO,Company,Name,Tool,Pieces,Total,State\r\n' +
      `10001,2026-11-23,"'=HYPERLINK(""http://evil"")","Steel, ""Sons""",Alice,Claw hammer and 2 more,24,309.60,Unpaid\r\n`,
  );
});
