import { singulars } from './letters.ts';
import { isSize } from './near-sizes.ts';
import { sizeSpellings } from './sizes.ts';
import { codesLike, correctionOf, sayCodes, type SlipOf } from './slips.ts';
import {
  asNamed,
  isOfTrade,
  isTradeWord,
  type Name,
  type TradeName,
  tradeNameAt,
  tradeNamesBegun,
} from './trade-words.ts';
import { type Meaning, named, namedOrFact } from './tsquery.ts';
import { meantByCalled, type Vocabulary } from './vocabulary.ts';
import { knownNames, readTokens, type Token } from './tokens.ts';
import { codeMeanings, isSizeCode } from './written-sizes.ts';

/** A word of a search, or several that are one name of the trade. */
export interface SearchWord {
  typed: string;
  /** All that is meant by it; what was typed itself is looked for in descriptions too. */
  meant: Meaning[];
  isSize: boolean;
  /** Whether the shop knows any word that it may mean. A size is taken for known. */
  known: boolean;
  /** What is shown where no tool has it; null where nothing comes near. */
  instead: { shown: string; meant: Meaning[] } | null;
  /** What is certain of it, and may be taken for it in a list: nothing where it only may be meant so. */
  sure: Certainty;
}

/** What is certain of a word: as it was typed, and by its other names in the trade. */
export interface Certainty {
  typed: Meaning[];
  named: Meaning[];
  /** A letter was wrong in it: certain only beside others. */
  isSlip: boolean;
}

const UNSURE: Certainty = { typed: [], named: [], isSlip: false };
/** A beginning is taken for a whole word from this length on: adj. is adjustable. */
const SHORTEST_ABBREVIATION = 3;

/**
 * Reads what a buyer typed: beginnings of words, sizes in any spelling, names of the trade, words written together or apart, and, for a
 * word that no tool has, its neighbours.
 * @returns nothing where there is no word in it
 */
export async function readSearch(vocabulary: Vocabulary, q: string): Promise<SearchWord[]> {
  const tokens = await readTokens(vocabulary, q);
  const code = await asOneCode(vocabulary, q, tokens);
  if (code) return [code];
  const called = await meantByCalled(vocabulary);
  // One after the other: several at once would keep the engine from everybody else.
  const slips: (SlipOf | null)[] = [];
  for (const [at, { word }] of tokens.entries())
    slips.push(isUnknown(tokens, at) && called(word).length === 0 ? await correctionOf(vocabulary, word) : null);
  const spelled = tokens.map(({ word }, at) => slips[at]?.tradeWord ?? word);
  const trade = spelled.map((word, at) => ({ longest: tradeNameAt(spelled, at), alone: tradeNameAt([word], 0) }));
  const has = await namesOfTheShop(vocabulary, [
    ...trade.flatMap(({ longest, alone }) => [...namesWith(longest), ...namesWith(alone)]),
    ...tokens.flatMap(({ word, known }) => (known ? [] : tradeNamesBegun(word))),
  ]);
  const words: SearchWord[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const { longest, alone } = trade[at]!;
    const length = longest?.length ?? 1;
    const isMistyped = slips.slice(at, at + length).some((slip) => slip !== null);
    const name = longest && length > 1 ? nameOf(tokens.slice(at, at + length), isMistyped, longest, has) : null;
    if (name) {
      words.push(name);
      at += length - 1;
    } else if (token.joined !== null && tokens[at + 1]) words.push(joinedWith(token, tokens[++at]!));
    else words.push(wordOf(token, { slip: slips[at] ?? null, trade: alone, called: called(token.word) }, has));
  }
  return words;
}

/** Several words may be one stock number with other dashes and spaces than the maker's. */
async function asOneCode(vocabulary: Vocabulary, q: string, tokens: readonly Token[]): Promise<SearchWord | null> {
  const number = codeOf(q);
  if (tokens.length < 2 || number.length < 5 || !/\d/.test(number)) return null;
  const isCertain = tokens.every(
    ({ known, beginnings, described }) => known || beginnings.length + described.length > 0,
  );
  const { exact, near } = await codesLike(vocabulary, number, isCertain ? 0 : 1);
  const code = { typed: q, isSize: false };
  if (exact)
    return { ...code, meant: named(number), known: true, instead: null, sure: { ...UNSURE, typed: named(number) } };
  return near.length === 0 ? null : { ...code, meant: [], known: false, instead: sayCodes(near), sure: UNSURE };
}

/** A search as a stock number. */
export function codeOf(q: string): string {
  return q.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** A word that no tool has, nor any name of the trade, is mistyped. */
function isUnknown(tokens: readonly Token[], at: number): boolean {
  const { word, known, joined, beginnings, described } = tokens[at]!;
  if (known || joined !== null || beginnings.length + described.length > 0 || isSize(word) || isSizeCode(word))
    return false;
  return !isOfTrade(word) && (tokens[at - 1]?.joined ?? null) === null;
}

/** Several words that are one name of the trade; null where the shop has nothing of that name. */
function nameOf(typed: readonly Token[], isMistyped: boolean, trade: TradeName, has: NamesIn): SearchWord | null {
  const words = typed.map(({ word }) => word);
  const names = trade.names.flatMap(has);
  const kind = nearestKind(trade.kinds, has);
  if (names.length === 0 && !kind) return null;
  const name = { typed: words.join(' '), isSize: false };
  if (isMistyped) {
    const shown = names[0]?.join(' ');
    const sure = { ...UNSURE, named: inNames(names), isSlip: true };
    return {
      ...name,
      meant: [],
      known: false,
      instead: shown === undefined ? kind : { shown, meant: inNames(names) },
      sure,
    };
  }
  return {
    ...name,
    meant: [{ words, inName: false }, ...inNames(names)],
    known: names.length > 0 || typed.every(({ known }) => known),
    instead: kind,
    sure: { ...UNSURE, typed: [{ words, inName: true }], named: trade.isAkin ? [] : inNames(names) },
  };
}

function joinedWith({ word, joined }: Token, following: Token): SearchWord {
  const name = tradeNameAt([joined!], 0);
  const others = inNames((name?.names ?? []).flatMap(asNamed));
  const apart: Meaning = { words: [word, following.word], inName: true };
  const meant = [...named(...singulars(joined!)), ...others, apart];
  const sure = { ...UNSURE, typed: meant };
  return { typed: `${word} ${following.word}`, meant, isSize: false, known: true, instead: null, sure };
}

type NamesIn = (name: Name) => Name[];

/** What is known of a word that stands alone. */
interface AboutWord {
  slip: SlipOf | null;
  trade: TradeName | null;
  /** By what categories and choices are called in the language of the search. */
  called: readonly Meaning[];
}

function wordOf(token: Token, { slip, trade, called }: AboutWord, has: NamesIn): SearchWord {
  const { word, known, beginnings, described } = token;
  const isShopWord = known || beginnings.length > 0;
  const traded = inNames((trade?.names ?? (isShopWord ? [] : tradeNamesBegun(word))).flatMap(has));
  const others = [...traded, ...called];
  const kind = nearestKind(trade?.kinds ?? [], has);
  if (slip) return mistyped(word, slip, others, kind);
  const sizes = [...namedOrFact(...(sizeSpellings(word) ?? [])), ...codeMeanings(word)];
  const meant: Meaning[] = [
    ...singulars(word).map((form) => ({ words: [form], inName: false })),
    ...sizes,
    ...named(...beginnings),
    ...others,
    ...(isShopWord ? [] : described.map((each) => ({ words: [each], inName: false }))),
  ];
  // A word of the trade is no beginning of another: a screw is no screwdriver.
  const isBegun = word.length >= SHORTEST_ABBREVIATION && !isTradeWord(word) && !/\d/.test(word);
  const typed = [...named(...singulars(word)), ...sizes, ...(isBegun ? named(...beginnings) : [])];
  const sure = { ...UNSURE, typed, named: trade?.isAkin ? [] : others };
  if (isSize(word) || isSizeCode(word)) return { typed: word, meant, isSize: true, known: true, instead: null, sure };
  return {
    typed: word,
    meant,
    isSize: false,
    known: isShopWord || described.length > 0 || others.length > 0,
    instead: kind,
    sure,
  };
}

/** A word that no tool has: two words written as one, a name of the trade but for a letter, or what comes near in the shop's names. */
function mistyped(typed: string, slip: SlipOf, others: Meaning[], kind: SearchWord['instead']): SearchWord {
  const { apart, tradeWord, instead } = slip;
  const meant = [...(instead?.meant ?? []), ...others];
  const shown = instead?.shown ?? tradeWord;
  const isPlural = instead !== null && singulars(typed).includes(instead.shown);
  return {
    typed,
    meant: apart,
    isSize: false,
    known: apart.length > 0,
    instead: shown === null || meant.length === 0 ? kind : { shown, meant },
    sure: { typed: apart, named: shown === null ? [] : meant, isSlip: apart.length === 0 && !isPlural },
  };
}

/** All that a name of the trade may be shown by. */
function namesWith(trade: TradeName | null): readonly Name[] {
  return trade ? [...trade.names, ...trade.kinds.flatMap(({ names }) => names)] : [];
}

function inNames(names: readonly Name[]): Meaning[] {
  return names.map((words) => ({ words, inName: true }));
}

/** The first of these kinds that the shop has. */
function nearestKind(kinds: readonly { shown: string; names: readonly Name[] }[], has: NamesIn): SearchWord['instead'] {
  for (const { shown, names } of kinds) {
    const meant = inNames(names.flatMap(has));
    if (meant.length > 0) return { shown, meant };
  }
  return null;
}

/** Those of the names of the trade, as tools are named, whose words the names of the shop's tools have. */
async function namesOfTheShop(vocabulary: Vocabulary, names: readonly Name[]): Promise<NamesIn> {
  const asked = [...new Set(names.flatMap(asNamed).flat())];
  const known = await knownNames(vocabulary, asked);
  // Of single letters, as in G-clamp, none are kept.
  return (name) => asNamed(name).filter((each) => each.every((word) => word.length === 1 || known.has(word)));
}
