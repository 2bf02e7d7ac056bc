import { mayBeGtin } from '#contract/catalogue/gtin.ts';
import type { Database } from '#server/engine/db/client.ts';
import { codesBegunBy, type FoundTool, toolsByCode, toolsByName } from './find-tools.ts';
import { inPortions } from './in-portions.ts';
import { plainCode, plainName } from './plain.ts';
import type { Match } from './match.ts';
import { codeSpellings, headOf, nameSpellings, type Spelling } from './spellings.ts';
import type { Row } from './split-rows.ts';

/** What one statement is asked about: while PGlite answers it, nobody else is answered. */
const ASKED_AT_ONCE = 500;
/** What one paste may ask about of each kind: three times what a thousand honest rows have. Rows beyond are told as not looked up. */
const MOST_ASKED = 15_000;

/** What is written in rows and is the shop's: of each row, in the order of the rows. */
interface LookedUp {
  matches: Match[][];
  /** Rows, by their places, that were not looked up since those before them asked about so much. */
  left: ReadonlySet<number>;
}

/** Where stock numbers stand in rows; with a company, its own numbers too. */
export async function lookUpCodes(
  database: Pick<Database, 'raw'>,
  rows: readonly Row[],
  companyId: string | undefined,
): Promise<LookedUp> {
  const spelled = await inPortions(rows, ({ cells }) =>
    codeSpellings(cells).map((spelling) => ({ spelling, head: plainCode(headOf(spelling.written)) })),
  );
  const heads = await within(spelled, ({ head }) => head);
  const begun = new Set<string>();
  for (const some of inParts(heads.asked))
    for (const head of await codesBegunBy(database, some, companyId)) begun.add(head);
  const likely = await inPortions(spelled, (each, row) =>
    heads.left.has(row)
      ? []
      : each
          .filter(({ head, spelling }) => begun.has(head) || mayBeGtin(spelling.written))
          .map(({ spelling }) => asked(spelling, plainCode)),
  );
  const found = await matchesOf(likely, (plain) => toolsByCode(database, plain, companyId));
  return { ...found, left: new Set([...heads.left, ...found.left]) };
}

/** Where whole names of tools stand in rows. */
export async function lookUpNames(database: Pick<Database, 'raw'>, rows: readonly Row[]): Promise<LookedUp> {
  const spelled = await inPortions(rows, ({ cells, text }) =>
    nameSpellings(cells, text).map((spelling) => asked(spelling, plainName)),
  );
  return matchesOf(spelled, (plain) => toolsByName(database, plain));
}

interface SpellingLookup {
  spelling: Spelling;
  plain: string;
}

function asked(spelling: Spelling, plainOf: (written: string) => string): SpellingLookup {
  return { spelling, plain: plainOf(spelling.written) };
}

async function matchesOf(
  spelled: readonly (readonly SpellingLookup[])[],
  find: (plain: string[]) => Promise<Map<string, FoundTool[]>>,
): Promise<LookedUp> {
  const wanted = await within(spelled, ({ plain }) => plain);
  const found = new Map<string, FoundTool[]>();
  for (const some of inParts(wanted.asked)) for (const [plain, tools] of await find(some)) found.set(plain, tools);
  const matches = await inPortions(spelled, (each, row) =>
    each.flatMap(({ spelling, plain }) => {
      const tools = wanted.left.has(row) ? undefined : found.get(plain);
      return tools ? [{ spelling, tools }] : [];
    }),
  );
  return { matches, left: wanted.left };
}

/** Each string once, of the first rows whose strings there is room for. */
async function within<Written>(
  spelled: readonly (readonly Written[])[],
  of: (written: Written) => string,
): Promise<{ asked: string[]; left: Set<number> }> {
  const strings = new Set<string>();
  const left = new Set<number>();
  await inPortions(spelled, (each, row) => {
    const more = new Set(each.map(of).filter((string) => string !== '' && !strings.has(string)));
    if (strings.size + more.size > MOST_ASKED) left.add(row);
    else for (const string of more) strings.add(string);
  });
  return { asked: [...strings], left };
}

/** What one statement after the other is asked about. */
export function inParts(strings: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(strings.length / ASKED_AT_ONCE) }, (_, part) =>
    strings.slice(part * ASKED_AT_ONCE, (part + 1) * ASKED_AT_ONCE),
  );
}
