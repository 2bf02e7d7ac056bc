import { expect, it } from 'vitest';
import { describeDocument } from './document-words.ts';

it('a document says its kind, language, revision and size as people do', () => {
  expect(describeDocument({ kind: 'certificate', language: 'de', revision: 'C', size: 1_234_567 })).toBe(
    'Certificate · German · revision C · 1.2 MB',
  );
  expect(describeDocument({ kind: 'cad', language: 'zz', size: 12 })).toBe('CAD model · zz · 1 kB');
});
