import { userCall } from '#web/session/tab-session.ts';

/** What the register says of a VAT number, as the field says it; undefined where the number itself is refused, which prices say. */
export async function registerSays(vatId: string): Promise<string | undefined> {
  try {
    const { stands, name } = await userCall('POST /vat-number', { body: { vatId } });
    if (stands === null)
      return 'The register of VAT numbers did not answer, or does not know its country. The order goes on; if tax is charged, it is because the number is not proved.';
    if (!stands) return 'The register says that this number does not stand. If tax is charged, it is because of that.';
    return name === undefined ? 'The register says that it stands.' : `The register says that it stands: ${name}.`;
  } catch {
    return undefined;
  }
}
