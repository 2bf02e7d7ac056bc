import type { Order } from '#contract/buying/orders.ts';
import { currencyCode, sheetDay } from '#web/shell/format.ts';
import { STATE_WORDS } from './order-state.ts';

const HEAD = ['Order', 'Date', 'PO', 'Cost centre', 'Company', 'Name', 'Tool', 'Pieces', 'Total', 'Currency', 'Status'];

/** Orders as a sheet, one a row: comma-separated, with the mark by which spreadsheets know UTF-8. */
export function ordersCsv(orders: readonly Order[]): string {
  const rows = orders.map(
    ({ number, createdAt, purchaseOrder, costCentre, company, name, tool, quantity, price, state }) => [
      number,
      sheetDay(createdAt),
      purchaseOrder,
      costCentre ?? '',
      company,
      name,
      tool,
      String(quantity),
      price.toFixed(2),
      currencyCode(),
      STATE_WORDS[state],
    ],
  );
  return `\uFEFF${[HEAD, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A spreadsheet would run what begins like a formula. */
function cell(text: string): string {
  const plain = /^'*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
