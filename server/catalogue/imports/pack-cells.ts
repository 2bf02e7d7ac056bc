import { MAX_PACKS, type Pack, Packs } from '#contract/catalogue/packs.ts';
import { PACK_NAMES } from '#contract/catalogue/packs-text.ts';
import { armed } from '#server/engine/sheets/armed-text.ts';

/** What a sheet says of a pack; what it leaves out stays, or is what such packs are called. */
export interface SaidPack {
  code: string;
  name?: string;
  pieces: number;
  gtin?: string;
}

const SUCH = 'Enter packs as BX=12|CT=144, each with its code and its pieces';
/** All packs that a tool may have are written with fewer signs than this. */
const MAX_WRITTEN = 500;
/** BX=12, and with a name and a GTIN: BX:Small box=12@4006381333931; a name with signs of these in quotes. */
const ONE_PACK =
  /^([A-Za-z0-9]{2,3})\s*(?::\s*("(?:[^"]|"")*"|[^"=|;@]*?))?\s*[=:]\s*(\d[\d.,\s]*?)\s*(?:@\s*(\d+))?$/u;
const BETWEEN = /[|;\n](?=(?:[^"]*"[^"]*")*[^"]*$)/u;

/** The packs of a cell: `BX=12|CT=144`. */
export function readPacks(cell: string | number | boolean): SaidPack[] | { problem: string } {
  const text = armed(String(cell));
  if (text.length > MAX_WRITTEN) return { problem: SUCH };
  const written = text.split(BETWEEN).filter((each) => each.trim() !== '');
  if (written.length > MAX_PACKS) return { problem: `A tool can have at most ${MAX_PACKS} packs` };
  const packs: SaidPack[] = [];
  for (const each of written) {
    const [, code, name, pieces = '', gtin] = ONE_PACK.exec(each.trim()) ?? [];
    const count = /^(?:\d+|\d{1,3}(?:[.,\s]\d{3})+)$/.test(pieces) ? Number(pieces.replaceAll(/\D/g, '')) : null;
    if (code === undefined || count === null) return { problem: SUCH };
    const called = name?.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name?.trim();
    packs.push({
      code: code.toUpperCase(),
      ...(called === undefined || called === '' ? {} : { name: called }),
      pieces: count,
      ...(gtin === undefined ? {} : { gtin }),
    });
  }
  return packs;
}

/** What a sheet says of packs, as the packs that a tool has then. @param now those that it has */
export function mergePacks(said: readonly SaidPack[], now: readonly Pack[]): Pack[] | { problem: string } {
  const known = new Map(now.map((pack) => [pack.code, pack]));
  const merged = said.map(({ code, pieces, ...own }) => {
    const { name = PACK_NAMES[code] ?? code, gtin } = { ...known.get(code), ...own };
    return { code, name, pieces, ...(gtin === undefined ? {} : { gtin }) };
  });
  const parsed = Packs.safeParse(merged);
  return parsed.success ? parsed.data : { problem: parsed.error.issues[0]?.message ?? SUCH };
}
