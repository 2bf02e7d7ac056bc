import { expect, it } from 'vitest';
import { readDocumentName } from './document-names.ts';

it.each([
  ['SP-13.pdf', { first: 'SP-13', rest: '' }],
  ['SP-13_certificate_de_revC.pdf', { first: 'SP-13', kind: 'certificate', language: 'de', revision: 'C', rest: '' }],
  ['SP-13 EN 131 cert EN.pdf', { first: 'SP-13', kind: 'certificate', language: 'en', rest: 'EN 131' }],
  ['DE-10_manual_r2.PDF', { first: 'DE-10', kind: 'manual', revision: '2', rest: '' }],
  ['SP-13_3D_v1.step', { first: 'SP-13', kind: 'cad', revision: '1', rest: '' }],
  ['SP-13_constructor.pdf', { first: 'SP-13', rest: 'constructor' }],
  ['.pdf', { first: '', rest: '' }],
])('%s', (name, said) => {
  expect(readDocumentName(name)).toEqual(said);
});
