import { expect, it } from 'vitest';
import { badName, documentSheet } from './document-rows.ts';

it('says of each tool its files by kind, with what their names say and else what was said for all', () => {
  const files = [
    { toolId: 't1', file: 'SP-13_certificate_de_revC.pdf' },
    { toolId: 't2', file: 'SP-14.pdf' },
    { toolId: 't1', file: 'SP-13_Care and use_manual.pdf' },
    { toolId: 't1', file: 'SP-13.pdf' },
  ];
  expect(documentSheet(files, { kind: 'datasheet', language: 'fr' }).split('\r\n')).toEqual([
    '"_id","datasheet","certificate","manual"',
    '"t1","SP-13.pdf | Data sheet | fr | ","SP-13_certificate_de_revC.pdf | Certificate | de | C","SP-13_Care and use_manual.pdf | Care and use | fr | "',
    '"t2","SP-14.pdf | Data sheet | fr | ","",""',
  ]);
});

it('takes no name that a cell would take for two', () => {
  expect(badName('SP-13.pdf')).toBeNull();
  expect(badName('a;b.pdf')).toMatch(/contains a separator/);
});
