import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EInvoiceFormat } from '#contract/money/papers.ts';
import { projectRoot } from '#server/project-root.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import { ciiOf } from './cii.ts';
import { ublOf } from './ubl.ts';

/** Papers with the hashes of their XML. A file that was made once is kept (docs/decisions/370-papers.md); a new hash here is for those to come. */
const issued = JSON.parse(readFileSync(join(projectRoot, 'server/money/e-invoices/issued-for-tests.json'), 'utf8')) as {
  model: EInvoice;
  sha256: Record<EInvoiceFormat, string>;
}[];
const hashOf = (xml: string) => createHash('sha256').update(xml).digest('hex');

it('ten papers are written as they always were', () => {
  expect(issued).toHaveLength(10);
  for (const { model, sha256 } of issued) {
    expect({
      peppol: hashOf(ublOf(model, 'peppol')),
      xrechnung: hashOf(ublOf(model, 'xrechnung')),
      cii: hashOf(ciiOf(model)),
    }).toEqual(sha256);
  }
});
