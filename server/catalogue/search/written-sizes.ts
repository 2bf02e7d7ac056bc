import { sizeSpellings } from './sizes.ts';
import { type Meaning, named, namedOrFact } from './tsquery.ts';

/** Units as buyers write them, and as the words of tools have them. */
const UNITS: readonly (readonly [written: RegExp, unit: string])[] = [
  [/(?<=\d)\s*(?:ounces?|unzen?|ozs)(?![\p{L}\p{N}])/giu, 'oz'],
  [/(?<=\d)\s*(?:kilo(?:s|gramm?s?)?|kgs)(?![\p{L}\p{N}])/giu, 'kg'],
  [/(?<=\d)\s*(?:gramm?s?|gr)(?![\p{L}\p{N}])\.?/giu, 'g'],
  [/(?<=\d)\s*(?:lit(?:re|er)s?|ltrs?)(?![\p{L}\p{N}])\.?/giu, 'l'],
  [/(?<=\d)\s*(?:zoll|inches|ins)(?![\p{L}\p{N}])/giu, 'in'],
  [/(?<=\d)\s*(?:mtrs?|metern?)(?![\p{L}\p{N}])\.?/giu, 'm'],
  [/(?<=\d)\s*(?:lumens?)(?![\p{L}\p{N}])/giu, 'lm'],
  [/(?<=\d)\s*(?:milimet(?:re|er)s?|mms)(?![\p{L}\p{N}])/giu, 'mm'],
];

/** Codes that stand before a number: Torx, Pozidriv, Phillips, width across flats, protection. */
const CODE =
  /(?<![\p{L}\p{N}])(tx|t|pz|ph|sw|ip)[\s.:-]{0,2}(\d{1,3})(?![\p{L}\d]|[.,]\d|\s*(?:mm|cm|oz|kg|g|in)\b)/giu;
/** A code and its length without blanks, and a number that touches its word: PH2x100, Nr.12. */
const TOUCHING: readonly (readonly [written: RegExp, parted: string])[] = [
  [/(?<=(?<![\p{L}\p{N}])(?:tx?|pz|ph)\s?\d{1,2})\s*[x×]\s*(?=\d)/giu, ' x '],
  [/(?<=(?<!\p{L})(?:nr|no|gr))\.(?=\d)/giu, ' '],
];
/** What Germans call a size: a 13er. */
const SIZE_OF_KEYS = /(?<![\p{L}\p{N}])(\d{1,3})er(?![\p{L}\p{N}-])(?!\s+(?:pack|pkg|ve|set|box))/giu;

/** What a buyer typed, with one spelling for each unit, and codes of sizes written as one word. */
export function withPlainSizes(q: string): string {
  return [...TOUCHING, ...UNITS]
    .reduce((text, [pattern, plain]) => text.replaceAll(pattern, plain), q.replaceAll(SIZE_OF_KEYS, '$1mm'))
    .replaceAll(CODE, '$1$2');
}

const CODE_WORD = /^(tx?|pz|ph|sw|ip)(\d{1,3})$/;
const WITH_UNIT = /^(\d+(?:\.\d+)?)([a-z]{2,6})$/;

/**
 * What a word that is a code and its number also means: the same in two words, as the name of a tool may have it; T25 and TX25 are one,
 * and SW 13 is 13 mm. Nothing for any other word.
 */
export function codeMeanings(word: string): Meaning[] {
  const [, code = '', number = ''] = CODE_WORD.exec(word) ?? [];
  if (code === '') return apartFromUnit(word);
  const codes = code.startsWith('t') ? ['t', 'tx'] : [code];
  return [
    ...named(...codes.map((each) => each + number)),
    ...[...codes, ...(code.startsWith('t') ? ['torx'] : [])].map((each) => ({ words: [each, number], inName: true })),
    ...(code === 'sw' ? namedOrFact(...(sizeSpellings(`${number}mm`) ?? [])) : []),
  ];
}

/** Whether a word is such a code: with one digit wrong it is another size. */
export function isSizeCode(word: string): boolean {
  return CODE_WORD.test(word);
}

/** A number and its unit in two words, which the shop's tools may have so: 300 lm. */
function apartFromUnit(word: string): Meaning[] {
  const [, number, unit] = WITH_UNIT.exec(word) ?? [];
  if (number === undefined || unit === undefined) return [];
  const acrossFlats = unit === 'mm' ? [...named(`sw${number}`), { words: ['sw', number], inName: true }] : [];
  return [{ words: [number, unit], inName: true }, ...acrossFlats];
}
