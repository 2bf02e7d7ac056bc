import { Parser } from 'htmlparser2';
import { AppError } from '#server/engine/http/app-error.ts';

/** No piece of a sheet is this long; one that claims to be would be collected in memory. */
const MAX_PIECE = 2_000_000;

/** What to say of a file that cannot be read as XLSX. */
export function noXlsx(cause?: unknown): AppError {
  return new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'This XLSX file is damaged or is none. Open it, save it again as XLSX or CSV, and send that.',
    { cause },
  );
}

/** What is told of XML while it is read. */
export interface XmlHandler {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Reads XML piece by piece and calls back; names come without their prefix. */
export async function* pieces(source: AsyncIterable<string>, handler: XmlHandler): AsyncGenerator<void> {
  let silent = 0;
  const parser = new Parser(
    {
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
  parser.end();
  yield;
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
