import { Parser } from 'htmlparser2';
import { noXlsx } from './zip-entries.ts';

/** No piece of a sheet is this long; one that claims to be would be collected in memory. */
const MAX_PIECE = 2_000_000;
/** No part of a spreadsheet has elements this deep within each other. */
const MAX_DEPTH = 64;

/** What is told of XML while it is read. */
export interface XmlHandler {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/**
 * Reads XML piece by piece and calls back; names come without their prefix.
 * @throws SheetProblem where elements are too deep, a piece is too long or the end is missing
 */
export async function* pieces(source: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  let silent = 0;
  let depth = 0;
  const parser = new Parser(
    {
      onopentagname() {
        // Before the parser writes it on its own list, which takes longer the longer that is.
        if (++depth > MAX_DEPTH) throw noXlsx();
      },
      onopentag(name, attributes) {
        silent = 0;
        handler.open?.(local(name), attributes);
      },
      ontext(text) {
        silent = 0;
        handler.text?.(text);
      },
      onclosetag(name) {
        silent = 0;
        depth--;
        handler.close?.(local(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for await (const text of source) {
    silent += text.length;
    if (silent > MAX_PIECE) throw noXlsx();
    parser.write(text);
    yield;
  }
  // The parser would close by itself what was cut off.
  if (depth > 0) throw noXlsx();
  parser.end();
  yield;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
