import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { unpacked, zipEntries } from '#sheets/zip-entries.ts';
import { sheetFile, type SheetRow } from './write-sheet.ts';

async function* rows(): AsyncGenerator<SheetRow[]> {
  yield [
    ['day', 'price'],
    [{ day: '2026-12-24' }, { money: '9.50' }],
  ];
}

it('the styles of an XLSX are whole by its schema: openpyxl reads no file with an empty fill', async () => {
  const { body } = await sheetFile('tools', 'xlsx', rows(), 'EUR');
  const archive = await new Response(body).blob();
  const styles = (await zipEntries(archive, 100)).get('xl/styles.xml')!;
  const xml = await text(unpacked(archive, styles));
  expect(xml).toContain('<fills count="2"><fill><patternFill patternType="none"/></fill>');
  expect(xml).toContain('formatCode="[$EUR]\\ #,##0.00"');
  expect(xml).not.toMatch(/<(fill|font|xf)\/>|<(fill|font)><\/\2>/);
});
