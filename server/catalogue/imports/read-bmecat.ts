import { sentence } from '#contract/sentences.ts';
import {
  MAX_COLUMNS,
  type ReadProblem,
  type ReadRow,
  RowGatherer,
  SheetProblem,
  type SheetReader,
} from '#sheets/sheet-rows.ts';
import { pieces } from '#sheets/xml-pieces.ts';
import { CATALOGUE_COLUMNS, cellsOf } from './bmecat-cells.ts';
import { type CatalogueFacts, catalogueReader } from './bmecat-products.ts';
import { columnOf } from './columns.ts';
import { decoded } from './decoded-text.ts';

/** The most different features that are counted; a catalogue has some hundreds. */
const MOST_COUNTED = 10_000;
const MAX_NAME = 100;

/** Whether a file begins as a catalogue does. */
export function isBmecat(head: string): boolean {
  return /^\uFEFF?\s{0,1000}</.test(head.slice(0, 1_100)) && /<(?:\w{1,40}:)?BMECAT[\s>]/.test(head);
}

/**
 * Reads a catalogue in BMEcat 1.2, 2005.1 or 2005.2 as rows of a sheet: a column for each field, and one for each of its most frequent
 * features, which the first of two readings counts.
 * @param encoding as `encodingOf` finds it
 * @throws SheetProblem where it is damaged
 */
export async function readBmecat(path: string, encoding: string): Promise<SheetReader> {
  const counted = new Map<string, number>();
  let products = 0;
  const first = catalogueReader(({ features }) => {
    products++;
    for (const { name } of features) {
      const count = counted.get(name);
      if (count !== undefined || counted.size < MOST_COUNTED) counted.set(name, (count ?? 0) + 1);
    }
  });
  try {
    for await (const _piece of pieces(decoded(path, encoding), first.handler));
  } catch (error) {
    throw damaged(error);
  }
  if (products === 0) throw new SheetProblem('unreadable', sentence('There are no products in this BMEcat file.'));
  const features = [...counted]
    // What is a column of its own already is no attribute beside it.
    .filter(([name]) => name !== '' && name.length <= MAX_NAME && columnOf(name) === undefined)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_COLUMNS - CATALOGUE_COLUMNS.length)
    .map(([name]) => name);
  const problems: ReadProblem[] = [];
  const parts = rowsOf(path, encoding, first.facts, features, problems);
  return { parts, problems, decimalCommas: false, hasCommas: false };
}

async function* rowsOf(
  path: string,
  encoding: string,
  facts: CatalogueFacts,
  features: readonly string[],
  problems: ReadProblem[],
): AsyncGenerator<ReadRow[]> {
  const gatherer = new RowGatherer(problems);
  let row = 1;
  gatherer.add({ row, cells: [...CATALOGUE_COLUMNS, ...features] });
  const { handler } = catalogueReader((product) =>
    gatherer.add({ row: ++row, cells: cellsOf(product, facts, features) }),
  );
  for await (const _piece of pieces(decoded(path, encoding), handler)) yield* gatherer.full();
  yield* gatherer.rest();
}

function damaged(cause: unknown): SheetProblem {
  return new SheetProblem('unreadable', sentence('This BMEcat file is damaged, or cut off before its end.'), cause);
}
