import * as fc from 'fast-check';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { orderWith } from '#server/buying/orders/placing-for-tests.ts';
import { ciiOf } from '#server/money/e-invoices/cii.ts';
import { eInvoices } from '#server/money/e-invoices/e-invoices-for-tests.ts';
import { DEFAULTS } from '#server/office/settings/defaults.ts';
import { invoicePdf, type PaperParts } from './order-paper.ts';
import { wordsIn } from '#server/engine/words/words.ts';
import { printedWords } from './printed-words-for-tests.ts';

const at = new Date('2026-03-04T10:00:00.000Z');
const issued = { number: '2026-000007', at, suppliedOn: '2026-03-05' };
const order = orderWith({ paid: true, paidAt: at.toISOString(), transactionId: 'pi_3abc' });
const [model] = fc.sample(eInvoices, { numRuns: 1, seed: 3 });
const facturX = ciiOf(model!);
const seller = { company: { ...DEFAULTS.company, name: 'Hall & <Co>' }, logo: null };
const say = wordsIn({ language: 'en', currency: 'USD', zone: 'UTC' });
const parts: PaperParts = { say, order, seller, buyer: order, logo: null, format: 'a4', facturX: Buffer.from(facturX) };
const latin1 = async (pdf: Promise<Uint8Array>) => Buffer.from(await pdf).toString('latin1');
/** The XMP, as UTF-8. */
const xmpOf = (pdf: string) =>
  Buffer.from(/<\?xpacket[\s\S]*?<\?xpacket end="w"\?>/.exec(pdf)![0], 'latin1').toString();

describe('the PDF of an invoice', () => {
  it('is PDF/A-3b with the invoice for machines inside, as Factur-X asks for it', async () => {
    const pdf = await latin1(invoicePdf(parts, issued));
    const xmp = xmpOf(pdf);
    expect(xmp).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</);
    for (const said of [
      '<fx:DocumentType>INVOICE<',
      '<fx:DocumentFileName>factur-x.xml<',
      '<fx:Version>1.0<',
      '<fx:ConformanceLevel>EN 16931<',
      '<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#<',
      '<rdf:li>Hall &amp; &lt;Co&gt;<',
    ])
      expect(xmp).toContain(said);
    expect(xmp.replaceAll(/&(?:amp|lt|gt|quot);/g, '')).not.toContain('&');
    expect(pdf).toMatch(/\/S \/GTS_PDFA1/);
    expect(pdf).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
    expect(pdf).toMatch(/\/AF \[\d+ 0 R\]/);
    expect(pdf).toMatch(/\/AFRelationship \/Alternative/);
    const [, file] = /\/EF <<\s*\/F (\d+) 0 R/.exec(pdf)!;
    const [, body] = new RegExp(`\\n${file} 0 obj\\n([\\s\\S]*?)\\nendobj`).exec(pdf)!;
    expect(body).toContain('/Subtype /text#2Fxml');
    const [, stream] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body!)!;
    expect(inflateSync(Buffer.from(stream!, 'latin1')).toString()).toBe(facturX);
  });

  it('embeds every font that it uses', async () => {
    const pdf = await latin1(invoicePdf(parts, issued));
    const fonts = pdf.match(/\/Type \/FontDescriptor/g)!;
    expect(pdf.match(/\/FontFile2 \d+ 0 R|\/FontFile3 \d+ 0 R/g)).toHaveLength(fonts.length);
    expect(pdf).not.toMatch(/\/BaseFont \/Helvetica/);
  });

  it('is the same bytes whenever it is made', async () => {
    const [one, two] = [await latin1(invoicePdf(parts, issued)), await latin1(invoicePdf(parts, issued))];
    expect(one).toBe(two);
  });

  it('shows a sign for a letter that no font has, and never a glyph that is none', async () => {
    const note = 'a\u200bb 한 \u2021 c';
    const words = printedWords(await invoicePdf({ ...parts, order: { ...order, note } }, issued));
    expect(words).toContain('\uFFFD');
    expect(words).not.toContain('한');
  });

  it('without an e-invoice carries none', async () => {
    const pdf = await latin1(invoicePdf({ ...parts, facturX: undefined }, issued));
    expect(pdf).not.toContain('EmbeddedFile');
    expect(xmpOf(pdf)).not.toContain('fx:');
  });
});
