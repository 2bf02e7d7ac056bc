import { MAX_PIECES } from '#contract/limits.ts';
import { inEnglish } from '#contract/sentences.ts';
import { Price, whole } from '#contract/numbers.ts';
import { contradictions, MAX_STEP } from '#contract/catalogue/tools.ts';

/** What of a tool's form decides which quantities can be ordered at which price, as it was typed. */
interface TypedSelling {
  price: unknown;
  minOrderQuantity: unknown;
  quantityStep: unknown;
  priceBreaks: readonly { from: unknown; price: unknown }[];
}

/** Quantities that cost the same a piece. */
export interface PriceRung {
  /** Pieces, the first that can be ordered at this price. */
  from: number;
  /** The last one; null where there is no upper bound. */
  to: number | null;
  /** Money per piece. */
  price: number;
  /** The first three quantities that can be ordered at it, `to` and fewer. */
  first: number[];
}

export interface Selling {
  /** What is wrong, by the name of the field that it is said of. */
  problems: Readonly<Record<string, string>>;
  /** Which quantities can be ordered at which price; empty until all that decides it is typed and nothing contradicts. */
  rungs: PriceRung[];
  /** Pieces. */
  step: number;
}

const Pieces = whole(1, MAX_PIECES, 'Enter a whole number of pieces from 1 to 1,000,000,000');
const Step = whole(1, MAX_STEP, 'Enter a whole number of pieces from 1 to 1,000,000');

/** Reads what was typed so far. An empty field is not wrong yet; what contradicts the rest is, at its own field. */
export function readSelling({ price, minOrderQuantity, quantityStep, priceBreaks }: TypedSelling): Selling {
  const problems: Record<string, string> = {};
  const read = (schema: typeof Pieces, name: string, typed: unknown): number | null => {
    if (typed === undefined || String(typed).trim() === '') return null;
    const parsed = schema.safeParse(typed);
    if (parsed.success) return parsed.data;
    problems[name] = parsed.error.issues[0]?.message ?? 'Enter a number';
    return null;
  };
  const own = read(Price, 'price', price);
  const least = read(Pieces, 'minOrderQuantity', minOrderQuantity);
  const step = read(Step, 'quantityStep', quantityStep);
  const breaks = priceBreaks.map((each, index) => ({
    from: read(Pieces, `priceBreaks.${index}.from`, each.from),
    price: read(Price, `priceBreaks.${index}.price`, each.price),
  }));
  if (own === null || least === null || step === null) return { problems, rungs: [], step: step ?? 1 };
  // A row that is half typed says nothing yet about the ones after it.
  const typed = breaks.findIndex((each) => each.from === null || each.price === null);
  const whole = (typed === -1 ? breaks : breaks.slice(0, typed)).flatMap((each) =>
    each.from === null || each.price === null ? [] : [{ from: each.from, price: each.price }],
  );
  const found = contradictions({ price: own, minOrderQuantity: least, quantityStep: step, priceBreaks: whole });
  for (const { path, message } of found) problems[path] ??= inEnglish(message);
  if (Object.keys(problems).length > 0 || typed !== -1) return { problems, rungs: [], step };
  const starts = [{ from: least, price: own }, ...whole];
  const rungs = starts.map((rung, index) => {
    const next = starts[index + 1];
    const to = next ? next.from - step : null;
    const first = [0, 1, 2].map((more) => rung.from + more * step).filter((each) => to === null || each <= to);
    return { ...rung, to, first };
  });
  return { problems, rungs, step };
}
