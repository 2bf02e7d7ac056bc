import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { numbersIn } from '#contract/money/named-numbers.ts';

/** A movement of the bank, as some file has it. */
export interface Movement {
  key: string;
  date: string;
  amountCents: number;
  /** The shop's own account, the end-to-end id and the bank's own id; empty where the file does not say. */
  account: string;
  endToEnd: string;
  bankId: string;
  reference: string;
  payer: string;
  /** The same for all files with the same headings. */
  headings: string;
}

/** One that was recorded, or put aside. */
export interface SeenMovement extends Movement {
  importId: string;
  row: number;
  isAside: boolean;
  note: string;
}

/** What a movement is known as; `isSure` false: of the same day and sum, and nobody can tell. */
export interface KnownAs {
  seen: SeenMovement;
  isSure: boolean;
}

const PART = 1_000;
/** More than so many of one day and sum are told apart by their keys and texts alone. */
const MOST_COMPARED = 40_000;

/** What was recorded or put aside on the days of these and in their sums, but of one import. */
export async function seenLike(
  db: Db,
  movements: Pick<Movement, 'date' | 'amountCents'>[],
  exceptImport = '',
): Promise<SeenMovement[]> {
  const wanted = [...new Map(movements.map((each) => [`${each.date} ${each.amountCents}`, each])).values()];
  const seen: SeenMovement[] = [];
  for (let start = 0; start < wanted.length; start += PART) {
    const part = wanted.slice(start, start + PART);
    const { rows } = await db.execute(sql`
      select l.import_id as "importId", l.row, l.key, l.received_on::text as date, l.amount_cents::float8 as "amountCents",
        l.account, l.end_to_end as "endToEnd", l.bank_id as "bankId", l.reference, l.payer, i.headings,
        l.recorded_at is null as "isAside", l.note
      from bank_lines l join bank_imports i on i.id = l.import_id
      where (l.recorded_at is not null or l.aside_at is not null) and l.import_id <> ${exceptImport}
        and (l.received_on, l.amount_cents) in (select * from unnest(
          ${sql.param(part.map(({ date }) => date))}::date[], ${sql.param(part.map(({ amountCents }) => amountCents))}::bigint[]))
      order by l.import_id, l.row`);
    seen.push(...(rows as unknown as SeenMovement[]));
    await letOthersRun();
  }
  return seen;
}

/** Which of them are known, by their place: each that was seen is one movement, whatever file or format it comes in. */
export async function knownAmong(movements: Movement[], seen: SeenMovement[]): Promise<Map<number, KnownAs>> {
  const known = new Map<number, KnownAs>();
  const groupOf = ({ date, amountCents }: Pick<Movement, 'date' | 'amountCents'>) => `${date} ${amountCents}`;
  const left = new Map<string, ComparableMovement<SeenMovement>[]>();
  for (const each of seen) {
    const group = left.get(groupOf(each));
    if (group) group.push(tell(each));
    else left.set(groupOf(each), [tell(each)]);
  }
  const groups = new Map<string, number[]>();
  for (const [place, movement] of movements.entries()) {
    const name = groupOf(movement);
    if (!left.has(name)) continue;
    const group = groups.get(name);
    if (group) group.push(place);
    else groups.set(name, [place]);
  }
  for (const [name, places] of groups) {
    pairUp(
      places.map((place) => [place, tell(movements[place]!)] as const),
      left.get(name) ?? [],
      known,
    );
    await letOthersRun();
  }
  return known;
}

/** A movement with what it is compared by. */
interface ComparableMovement<M extends Movement = Movement> {
  movement: M;
  words: Set<string>;
  text: string;
  invoices: Set<string>;
}

const MAX_WORDS = 60;
const LEAST_WORD = 3;

function tell<M extends Movement>(movement: M): ComparableMovement<M> {
  const said = `${movement.reference} ${movement.payer}`.toLowerCase();
  const all = said.split(/[^\p{L}\d]+/u, 400).filter((word) => word.length >= LEAST_WORD);
  const words = new Set([...new Set(all)].slice(0, MAX_WORDS));
  return {
    movement,
    words,
    text: [...words].toSorted().join(' '),
    invoices: new Set(numbersIn(said).filter((number) => number.includes('-'))),
  };
}

/** One to one: by the same row first, then what says the same, then what may. */
function pairUp(
  coming: (readonly [number, ComparableMovement])[],
  seen: ComparableMovement<SeenMovement>[],
  known: Map<number, KnownAs>,
): void {
  const free = new Set(seen);
  const isComparable = coming.length * seen.length <= MOST_COMPARED;
  const rules: ((one: ComparableMovement, other: ComparableMovement) => boolean)[] = [
    (one, other) => one.movement.key === other.movement.key,
    ...(isComparable ? [(one: ComparableMovement, other: ComparableMovement) => likeness(one, other) === 'same'] : []),
    ...(isComparable
      ? [(one: ComparableMovement, other: ComparableMovement) => likeness(one, other) === 'unsure']
      : []),
  ];
  const byKey = new Map(seen.map((each) => [each.movement.key, each]));
  for (const [at, rule] of rules.entries())
    for (const [place, told] of coming) {
      if (known.has(place) || free.size === 0) continue;
      const found = at === 0 ? byKey.get(told.movement.key) : [...free].find((other) => rule(told, other));
      if (!found || !free.has(found)) continue;
      free.delete(found);
      known.set(place, { seen: found.movement, isSure: at < 2 });
    }
}

/** Whether two of one day and sum are the same movement. */
function likeness(one: ComparableMovement, other: ComparableMovement): 'same' | 'other' | 'unsure' {
  const [a, b] = [one.movement, other.movement];
  if (!mayBeOneAccount(a.account, b.account)) return 'other';
  if (a.endToEnd !== '' && b.endToEnd !== '') return a.endToEnd === b.endToEnd ? 'same' : 'other';
  // Rows of one kind of file that are the same movement say the same.
  if (a.headings !== '' && a.headings === b.headings)
    return one.text === other.text && (a.bankId === '' || a.bankId === b.bankId) ? 'same' : 'other';
  if (one.invoices.size > 0 && other.invoices.size > 0)
    return sharing(one.invoices, other.invoices) > 0 ? 'same' : 'other';
  const least = Math.min(one.words.size, other.words.size);
  return least > 0 && sharing(one.words, other.words) * 2 >= least ? 'same' : 'unsure';
}

function sharing(some: Set<string>, others: Set<string>): number {
  return [...some].filter((each) => others.has(each)).length;
}

/** A file may have the number of an account within its IBAN alone. */
function mayBeOneAccount(one: string, other: string): boolean {
  return one === '' || other === '' || one.endsWith(other) || other.endsWith(one);
}
