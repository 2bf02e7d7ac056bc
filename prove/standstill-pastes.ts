import { MAX_PASTE_BYTES } from '#contract/buying/order-lines.ts';
import { MAX_LINES } from '#contract/limits.ts';
import type { World } from './standstill-world.ts';

export const TRADE_WORDS =
  'hammer screwdriver pliers wrench chisel drill saw blade clamp level bolt hex key steel 12 mm 1/2 ';
export const MISTYPED =
  'hamer skrewdriver plyers wrensh chissel dril sawblad klamp levl boltt hexx kee steal alumnium titan ';
export const words = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

const rows = (count: number, row: (index: number) => string, bytes = MAX_PASTE_BYTES - 1_000) => {
  const all: string[] = [];
  for (let [index, size] = [0, 0]; index < count; index++) {
    const text = row(index);
    size += Buffer.byteLength(JSON.stringify(text));
    if (size > bytes) break;
    all.push(text);
  }
  return all.join('\n');
};

/** What one pastes: kinds of lists that ask for much. */
export const PASTES: Record<string, (world: World) => string> = {
  'a thousand names of tools': ({ names }) => names.map((name, index) => `${1 + (index % 90)} x ${name}`).join('\n'),
  'a thousand stock numbers': ({ skus }) => skus.map((sku) => `${sku}\t5`).join('\n'),
  'a thousand rows of trade words': () => rows(MAX_LINES, (index) => words(`${index} ${TRADE_WORDS}`, 250)),
  'a thousand long rows of trade words': () => rows(MAX_LINES, (index) => words(`${index} ${TRADE_WORDS}`, 990)),
  'twenty thousand unknown names': () =>
    rows(MAX_LINES, (index) => Array.from({ length: 20 }, (_, at) => `gizmo${index}x${at}`).join(';')),
  'a thousand rows of unknown words': () =>
    rows(MAX_LINES, (index) => Array.from({ length: 60 }, (_, at) => `wrd${index}${at}`).join(' ')),
  'a thousand rows of a hundred cells': () =>
    rows(MAX_LINES, (index) => Array.from({ length: 100 }, (_, at) => `${index}-${at}`).join(';')),
  'a thousand rows of numbers': () => rows(MAX_LINES, (index) => words(`${index} 1,5 2.000 3/8 4 x 5 `, 900)),
  'a thousand rows of quotation marks': () => rows(MAX_LINES, () => '"'.repeat(900)),
  'a row of a megabyte': () => words(TRADE_WORDS, MAX_PASTE_BYTES - 1_000),
  'a mail of prose': () => rows(MAX_LINES, (index) => words(`Dear all, please send us ${index} of those `, 400)),
  'half a megabyte of blank lines': () => `${'\n'.repeat(MAX_PASTE_BYTES / 2 - 1_000)}1 x hammer`,
};

/** What the bank says of a busy month: each text full of what may be numbers of invoices. */
export const bankFile = (): string =>
  [
    'Date,Amount,Payer,Reference',
    ...Array.from({ length: 3_000 }, (_, index) => {
      const numbers = Array.from({ length: 20 }, (_each, at) => `2026-${10_000 + index + at}`);
      return `2026-11-02,${index + 1}.00,Payer ${index},"${numbers.join(' ')}"`;
    }),
  ].join('\n');
