import { inflateSync } from 'node:zlib';

/** The words that a PDF of this shop shows, a page after the other, read back through its fonts as a copier of text does. */
export function printedWords(pdf: Uint8Array): string {
  const raw = Buffer.from(pdf).toString('latin1');
  const objects = new Map<string, string>();
  for (const [, id, body] of raw.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(id!, body!);
  const streamOf = (body: string) => {
    const begins = /stream\r?\n/.exec(body);
    if (!begins) return '';
    // By its length: what is packed may end with a byte that looks like the end of a line.
    const from = begins.index + begins[0].length;
    const bytes = Buffer.from(body.slice(from, from + Number(/\/Length (\d+)/.exec(body)?.[1])), 'latin1');
    return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1');
  };
  const letters = new Map<string, string[]>();
  for (const [, name, id] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!) ?? '') ?? [];
    const ranges = map === undefined ? '' : streamOf(objects.get(map)!);
    const found = [...ranges.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list]) => [...list!.matchAll(/<([^>]*)>/g)]);
    letters.set(
      name!,
      // Of a ligature there are several letters.
      found.map(([, hex]) => fromUtf16(hex!.replaceAll(/\s/g, ''))),
    );
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body));
  return pages
    .map((page) => {
      const [, contents] = /\/Contents (\d+) 0 R/.exec(page)!;
      let font: string[] = [];
      let words = '';
      for (const [, name, shown] of streamOf(objects.get(contents!)!).matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
        if (name !== undefined) font = letters.get(name) ?? [];
        else for (const [, hex] of shown!.matchAll(/<([0-9a-f]+)>/g)) words += decode(hex!, font);
        words += shown === undefined ? '' : '\n';
      }
      return words;
    })
    .join('\f');
}

function decode(hex: string, font: string[]): string {
  return (hex.match(/.{4}/g) ?? []).map((glyph) => font[Number.parseInt(glyph, 16)] ?? '').join('');
}

function fromUtf16(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}
