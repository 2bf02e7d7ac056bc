import { sentence } from '#contract/sentences.ts';
import { inArray, sql } from 'drizzle-orm';
import type { Settings } from '#contract/office/settings.ts';
import type { VatAnswer, VatProof } from '#contract/office/vat-numbers.ts';
import type { Database, Db, Reader } from '#server/engine/db/client.ts';
import { invalid } from '#server/engine/http/app-error.ts';
import { countryOfVatNumber, plainVatNumber } from '#server/office/tax/vat-numbers.ts';
import { vatProofs } from './vat-proofs.sql.ts';
import type { VatRegister } from './vat-register.ts';

/**
 * Asks the register of a number and keeps what it says; where it does not answer, what was kept stays.
 * @throws AppError 400 at `vatId` where it can be a number of no country
 */
export async function proveVatNumber(
  database: Pick<Database, 'db'>,
  register: VatRegister,
  vatId: string,
  ownVatId: string,
): Promise<VatAnswer> {
  if (countryOfVatNumber(vatId) === null) throw invalid('vatId', sentence('Enter a VAT number'));
  const said = await register(vatId, ownVatId);
  if (said === null) return { stands: null };
  const { stands, name, consultation } = said;
  await database.db
    .insert(vatProofs)
    .values({ number: plainVatNumber(vatId), stands, name, consultation })
    .onConflictDoUpdate({ target: vatProofs.number, set: { stands, name, consultation, at: sql`now()` } });
  return { stands, ...(name === '' ? {} : { name }) };
}

/** What the register last said of some numbers; null of those that it was not asked, or had no answer for. */
export async function proofsOf(db: Db, vatIds: readonly string[]): Promise<(vatId: string) => VatProof | null> {
  const numbers = vatIds.map(plainVatNumber).filter((number) => number !== '');
  const rows = numbers.length === 0 ? [] : await db.select().from(vatProofs).where(inArray(vatProofs.number, numbers));
  const proofs = new Map(rows.map(({ number, at, ...said }) => [number, { ...said, at: at.toISOString() }]));
  return (vatId) => proofs.get(plainVatNumber(vatId)) ?? null;
}

/** What a buyer's number means for tax. */
export interface JudgedNumber {
  /** Its country where it counts, GR for Greece and XI for Northern Ireland; null where there is none or it does not count. */
  vatCountry: string | null;
  proof: VatProof | null;
}

/**
 * A number counts by its form, or, where the owner asks for it, only once the register said that it stands. Nobody is asked
 * here, so that no register can stop an order.
 * @throws AppError 400 at `vatId` where it can be a number of no country
 */
export async function judgeVatNumber(
  database: Pick<Reader, 'raw'>,
  vatId: string | undefined,
  counts: Settings['vatNumbers'] = 'form',
): Promise<JudgedNumber> {
  const country = countryOfVatNumber(vatId);
  if (country === null) return { vatCountry: null, proof: null };
  const [row] = await database.raw<Omit<VatProof, 'at'> & { at: Date }>(
    'select at, stands, name, consultation from vat_proofs where number = $1',
    [plainVatNumber(vatId ?? '')],
    'vat-proof',
  );
  const proof = row ? { ...row, at: row.at.toISOString() } : null;
  return { vatCountry: counts === 'proved' && !proof?.stands ? null : country, proof };
}
