import bidiFactory from 'bidi-js';
import { type FontSlice, isPrintable, shows, sliceFor } from './paper-fonts.ts';

const bidi = bidiFactory();

/** Letters that are drawn together: of one font and one direction. */
export interface Run {
  text: string;
  slice: FontSlice;
  /** Odd: from right to left. */
  level: number;
}

/** A piece of text that a line can end after, measured. */
interface Piece {
  start: number;
  end: number;
  width: number;
}

/** How wide a run is when it is drawn, in points. */
type Measure = (run: Pick<Run, 'text' | 'slice'>) => number;

/** What every line of most papers holds: one font, one direction, nothing to shape. */
const PLAIN = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac]*$/u;
const IDEOGRAPH = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud88f]./u;
const UNKNOWN = '\uFFFD';
const JOINS = /[\p{Script=Common}\p{Script=Inherited}]/u;

/**
 * Breaks text into lines of at most a width, and each line into runs from left to right as they are seen, by the Unicode
 * bidirectional algorithm. Words wider than a line are broken anywhere; a line feed begins a line.
 */
export function linesOf(text: string, width: number, measure: Measure): Run[][] {
  return printable(text.normalize('NFC'))
    .split(/\r?\n/)
    .flatMap((paragraph) => breakParagraph(paragraph, width, measure));
}

/**
 * PDF/A lets no text be drawn for which its font has no glyph: such a character becomes the sign for one that is not known,
 * and one that nobody sees is left out.
 */
function printable(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replaceAll(/[^\u0020-\u007e\n]/gu, (letter) => {
    if (isPrintable(letter.codePointAt(0)!)) return letter;
    return /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u.test(letter) ? '' : UNKNOWN;
  });
}

function breakParagraph(text: string, width: number, measure: Measure): Run[][] {
  const plain = PLAIN.test(text);
  const levels = plain ? null : bidi.getEmbeddingLevels(text);
  const slices = plain ? null : slicesOf(text);
  const runs = (start: number, end: number): Run[] => {
    if (!slices || !levels) return [{ text: text.slice(start, end), slice: sliceFor(0x20), level: 0 }];
    return logicalRuns(text, start, end, slices, levels.levels);
  };
  const widthOf = (start: number, end: number) => runs(start, end).reduce((sum, run) => sum + measure(run), 0);
  const lines: Run[][] = [];
  let start = 0;
  let used = 0;
  let end = 0;
  const finish = () => {
    const trimmed = text.slice(start, end).trimEnd().length;
    lines.push(inSightOrder(runs(start, start + trimmed)));
    start = end;
    used = 0;
  };
  for (const piece of piecesOf(text, width, widthOf)) {
    const visible = text.slice(piece.start, piece.end).trimEnd().length;
    const needed = visible === piece.end - piece.start ? piece.width : widthOf(piece.start, piece.start + visible);
    if (end > start && used + needed > width) finish();
    end = piece.end;
    used += piece.width;
  }
  if (end > start || lines.length === 0) finish();
  return lines;
}

/** The text in pieces after which a line may end: words with the blanks behind them, each ideograph, parts of words wider than a line. */
function piecesOf(text: string, width: number, widthOf: (start: number, end: number) => number): Piece[] {
  const pieces: Piece[] = [];
  for (const { 0: word, index } of text.matchAll(/\s*\S+\s*?(?=\S|$)|\s+/gu)) {
    const whole = { start: index, end: index + word.length, width: widthOf(index, index + word.length) };
    if (whole.width <= width && !IDEOGRAPH.test(word)) {
      pieces.push(whole);
      continue;
    }
    let at = index;
    for (const letter of graphemes(word)) {
      pieces.push({ start: at, end: at + letter.length, width: widthOf(at, at + letter.length) });
      at += letter.length;
    }
  }
  return pieces;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The font of every UTF-16 unit; marks and signs stay with the letters before them where their font has them. */
function slicesOf(text: string): FontSlice[] {
  const slices: FontSlice[] = [];
  let before: FontSlice | undefined;
  for (const letter of text) {
    const codePoint = letter.codePointAt(0)!;
    const slice: FontSlice = before && JOINS.test(letter) && shows(before, codePoint) ? before : sliceFor(codePoint);
    for (let unit = 0; unit < letter.length; unit++) slices.push(slice);
    before = slice;
  }
  return slices;
}

function logicalRuns(text: string, start: number, end: number, slices: FontSlice[], levels: Uint8Array): Run[] {
  const runs: Run[] = [];
  for (let from = start, at = start; at < end; from = at) {
    while (at < end && slices[at] === slices[from] && levels[at] === levels[from]) at++;
    runs.push({ text: text.slice(from, at), slice: slices[from]!, level: levels[from]! });
  }
  return runs;
}

/** Rule L2 of the algorithm, on whole runs: from the highest level down, what is at it or above is turned around. */
function inSightOrder(runs: Run[]): Run[] {
  const seen = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < seen.length; from++) {
      let to = from;
      while (to < seen.length && seen[to]!.level >= level) to++;
      if (to > from) seen.splice(from, to - from, ...seen.slice(from, to).toReversed());
      from = Math.max(from, to);
    }
  }
  return seen.map((run) => (run.level % 2 === 1 && !/\p{L}/u.test(run.text) ? mirrored(run) : run));
}

/** Signs between words of a right-to-left script: the font does not know that they are read from the right. */
function mirrored(run: Run): Run {
  const letters = [...run.text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter);
  return { ...run, text: letters.toReversed().join('') };
}
