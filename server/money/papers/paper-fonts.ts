import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';
import { unpackedFont } from './unpacked-font.ts';

/** A slice of Noto Sans: a file with the letters of some scripts, as web pages load them, so that a paper holds what it uses alone. */
export interface FontSlice {
  file: string;
  /** Its bold face, where there is one. */
  bold?: string;
  /** First and last code points that it can show. */
  ranges: [number, number][];
}

/** They come from the @fontsource packages of Noto Sans (SIL Open Font License): see docs/decisions/370. */
const [sources, shipped] = [join(projectRoot, 'server/money/papers/fonts'), join(projectRoot, 'build/paper-fonts')];
const folder = existsSync(sources) ? sources : shipped;
let slices: FontSlice[] | undefined;
const bytes = new Map<string, Buffer>();
const found = new Map<number, FontSlice>();

/** Whether any slice has a glyph for a character. */
export function isPrintable(codePoint: number): boolean {
  return shows(sliceFor(codePoint), codePoint);
}

/** The slice that shows a character; the first where none does. */
export function sliceFor(codePoint: number): FontSlice {
  slices ??= JSON.parse(readFileSync(join(folder, 'fonts.json'), 'utf8')) as FontSlice[];
  let slice = found.get(codePoint);
  if (!slice) {
    slice = slices.find((each) => shows(each, codePoint)) ?? slices[0]!;
    found.set(codePoint, slice);
  }
  return slice;
}

export function shows({ ranges }: FontSlice, codePoint: number): boolean {
  return ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
}

/** The bytes of a slice's face, read and unpacked once. */
export function fontBytes(file: string): Buffer {
  let content = bytes.get(file);
  if (!content) {
    content = unpackedFont(readFileSync(join(folder, file)));
    bytes.set(file, content);
  }
  return content;
}
