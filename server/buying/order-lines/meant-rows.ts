import type { LineCandidate } from '#contract/buying/order-lines.ts';
import type { Database } from '#server/engine/db/client.ts';
import { type Amount, amountIn } from './amount-in-row.ts';
import { type FoundTool, toolsById } from './find-tools.ts';
import { type RowMeaning, meaningsOf } from './row-readings.ts';
import type { Row, Sheet } from './split-rows.ts';

/** So many searches one paste may ask for: each row is read in a way or two, and each is a search of its own. */
const MOST_SEARCHED = 100;
const MOST_CANDIDATES = 5;

/** What words mean: the only tool that can be meant, else those that fit, else what comes near; each the best first. */
export type SearchTools = (
  written: string,
) => Promise<{ only: LineCandidate | null; fits: LineCandidate[]; near: LineCandidate[] }>;

/** What a row means that has no stock number and no whole name. */
export interface MeantRow {
  /** The only tool that it can mean, with how many of it. */
  tool: FoundTool | null;
  amount: Amount | null;
  candidates: LineCandidate[];
  /** Whether the candidates have all of its words. */
  fits: boolean;
  lookedUp: boolean;
}

export const NOT_SOUGHT: MeantRow = { tool: null, amount: null, candidates: [], fits: false, lookedUp: false };

type Sought = Awaited<ReturnType<SearchTools>>;

/** What rows of a sheet mean, by their numbers; one search after the other, so that others' questions come in between. */
export async function meantRows(
  database: Pick<Database, 'raw'>,
  search: SearchTools,
  sheet: Sheet,
  unknown: ReadonlySet<number>,
): Promise<Map<number, MeantRow>> {
  const known = new Map<string, Sought>();
  const ask = async (written: string): Promise<Sought | null> => {
    const found = known.get(written);
    if (found || known.size >= MOST_SEARCHED) return found ?? null;
    const answer = await search(written);
    known.set(written, answer);
    return answer;
  };
  const found: { row: Row; judged: Judged }[] = [];
  for (const row of sheet.rows) if (unknown.has(row.row)) found.push({ row, judged: await judge(row, sheet, ask) });
  const ids = found.flatMap(({ judged }) => (judged.taken ? [judged.taken.id] : []));
  const tools = await toolsById(database, [...new Set(ids)]);
  return new Map(
    found.map(({ row, judged: { taken, ...rest } }) => {
      const tool = taken ? (tools.get(taken.id) ?? null) : null;
      const amount = taken && tool ? amountOf(taken.readings, sheet, tool) : null;
      return [row.row, { ...rest, tool, amount }];
    }),
  );
}

interface Judged extends Omit<MeantRow, 'tool' | 'amount'> {
  taken: { id: string; readings: RowMeaning[] } | null;
}

/** Where several ways to read a row mean the same tool, it is taken; where they mean several, all are offered. */
async function judge(row: Row, sheet: Sheet, ask: (written: string) => Promise<Sought | null>): Promise<Judged> {
  const answers: { reading: RowMeaning; answer: Sought }[] = [];
  const readings = meaningsOf(row, sheet);
  let lookedUp = true;
  for (const reading of readings) {
    if (reading.isLast && answers.some(({ answer }) => answer.only !== null)) continue;
    const answer = await ask(reading.sought);
    if (answer) answers.push({ reading, answer });
    else lookedUp = false;
  }
  const sole = answers.filter(({ answer }) => answer.only !== null);
  const ids = new Set(sole.map(({ answer }) => answer.only!.toolId));
  const [first] = sole;
  if (first && ids.size === 1)
    return {
      taken: { id: first.answer.only!.toolId, readings: sole.map(({ reading }) => reading) },
      candidates: [],
      fits: true,
      lookedUp,
    };
  const several = once(sole.flatMap(({ answer }) => (answer.only ? [answer.only] : [])));
  const fits = several.length > 0 ? several : (answers.find(({ answer }) => answer.fits.length > 0)?.answer.fits ?? []);
  if (fits.length > 0) return { taken: null, candidates: fits.slice(0, MOST_CANDIDATES), fits: true, lookedUp };
  const near = answers.find(({ answer }) => answer.near.length > 0)?.answer.near ?? [];
  return { taken: null, candidates: near.slice(0, MOST_CANDIDATES), fits: false, lookedUp };
}

function once(candidates: readonly LineCandidate[]): LineCandidate[] {
  return [...new Map(candidates.map((each) => [each.toolId, each])).values()];
}

/** How many are wanted, by the first reading that says it; nobody knows where the only number may be the tool's own size. */
function amountOf(readings: readonly RowMeaning[], sheet: Sheet, tool: FoundTool): Amount {
  for (const { row, spelling, sought, bare } of readings) {
    const amount = amountIn(row, sheet, [{ spelling, tools: [tool] }]);
    const isOwnSize = bare !== null && hasNumber(tool.name, bare) && !hasNumber(sought, bare);
    if (!isOwnSize && (amount.quantity !== null || amount.unit !== null)) return amount;
  }
  return { quantity: null, unit: null, isSaid: false };
}

function hasNumber(text: string, number: string): boolean {
  return [...text.matchAll(/\d+(?:[.,]\d+)*/gu)].some(([each]) => each === number);
}
