import type { Order } from '#contract/buying/orders.ts';
import { STATE_WORDS } from './order-state.ts';

const HEAD = ['Order', 'Date', 'PO', 'Company', 'Name', 'Tool', 'Pieces', 'Total', 'State'];

/** Orders as a sheet, one a row: comma-separated, with the mark by which spreadsheets know UTF-8. */
export function ordersCsv(orders: readonly Order[]): string {
  const rows = orders.map(({ number, createdAt, purchaseOrder, company, name, tool, quantity, price, state }) => [
    number,
    createdAt.slice(0, 10),
    purchaseOrder,
    company,
    name,
    tool,
    String(quantity),
    price.toFixed(2),
    STATE_WORDS[state],
  ]);
  return `\uFEFF${[HEAD, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A spreadsheet would run what begins like a formula. */
function cell(text: string): string {
  const plain = /^'*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
