import { isDeepStrictEqual } from 'node:util';
import { eq, inArray, sql } from 'drizzle-orm';
import { company } from '#content/company.ts';
import { demoFacts } from '#content/demo-facts.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { addDocument, documentFile } from '#server/catalogue/documents/documents.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Config } from '#server/config.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { createUploadStore } from '#server/engine/pictures/upload-store.ts';
import { settings } from '#server/office/settings/settings.sql.ts';
import { DEMO_COMPANY } from './seed-company.ts';

/** The Peppol address of the demo's company, by its number in Norway's register. */
const COMPANY_PEPPOL_ID = '0192:974760673';

const CERTIFIED = ['HAM-CL-16H', 'SAW-HA-550'];

/** So that the demo's papers say where to pay, its e-invoices can be made, and an order has a certificate. */
export async function seedShopFacts(database: Database, config: Pick<Config, 's3' | 'dataDir'>): Promise<void> {
  const certificate = await certificatePdf();
  const name = documentFile(certificate);
  await createUploadStore(config).put([{ name, body: certificate }]);
  await transaction(database, async (tx) => {
    await tx
      .update(settings)
      .set({ value: sql`${settings.value} || ${JSON.stringify({ company: demoFacts })}::jsonb` })
      .where(sql`${settings.id} = 1 and not ${settings.value} ? 'company'`);
    await tx.update(companies).set({ peppolId: COMPANY_PEPPOL_ID }).where(eq(companies.id, DEMO_COMPANY));
    const certified = await tx.select({ id: tools.id }).from(tools).where(inArray(tools.sku, CERTIFIED));
    const said = { kind: 'certificate', name: 'Test certificate, sample', language: 'en', revision: 'A' } as const;
    for (const { id } of certified) await addDocument(tx, id, said, { name, size: certificate.length });
  });
}

/** Takes the demo's facts out of the settings, and its numbers off the home page; what the owner has set stays. */
export async function removeShopFacts(tx: Tx): Promise<void> {
  const [row] = await tx.select().from(settings).where(eq(settings.id, 1)).for('update');
  if (!row) return;
  // Only the settings write it.
  const { company: set = {}, texts = {} } = row.value as Partial<Record<'company' | 'texts', object>>;
  const own = Object.entries(set).filter(([name, value]) => !isDeepStrictEqual(value, Reflect.get(demoFacts, name)));
  await tx
    .update(settings)
    .set({ value: { ...row.value, company: Object.fromEntries(own), texts: { statistics: [], ...texts } } })
    .where(eq(settings.id, 1));
}

/** What makes PDFs is loaded for it alone. */
async function certificatePdf(): Promise<Buffer> {
  const { Sheet } = await import('#server/money/papers/sheet.ts');
  const title = 'Test certificate, sample';
  const sheet = new Sheet({
    language: 'en',
    format: 'a4',
    title,
    issuer: company.name,
    at: new Date('2026-01-05T00:00:00Z'),
    foot: `${company.name} · a sample of the demo, which certifies nothing`,
  });
  sheet.text(title, 0, sheet.width, { size: 20, bold: true, as: 'H1' });
  sheet.y += 10;
  sheet.flow(
    'This is where a maker certifies a batch: material, heat, hardness, and who tested it. This one is made up, so that the demo has a certificate to download.',
    0,
    sheet.width,
  );
  return Buffer.from(await sheet.finish());
}
