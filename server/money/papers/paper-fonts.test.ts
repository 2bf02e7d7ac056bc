import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PdfKit from 'pdfkit';
import { expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';
import { fontBytes, type FontSlice } from './paper-fonts.ts';

const slices = JSON.parse(
  readFileSync(join(projectRoot, 'server/money/papers/fonts/fonts.json'), 'utf8'),
) as FontSlice[];

it('every face of every slice has the letters that it is kept for', () => {
  const pdf = new PdfKit();
  const failed = slices.flatMap(({ file, bold, ranges }) =>
    [file, ...(bold === undefined ? [] : [bold])].filter((face) => {
      try {
        const letter = String.fromCodePoint(ranges.at(-1)![0]);
        return !Number.isFinite(pdf.registerFont(face, fontBytes(face)).font(face).widthOfString(letter));
      } catch {
        return true;
      }
    }),
  );
  expect(slices.length).toBeGreaterThan(100);
  expect(failed).toEqual([]);
});
