import { userCall } from '#web/session/tab-session.ts';
import { say } from '#web/saying/say.ts';

/** What the register says of a VAT number, as the field says it; undefined where the number itself is refused, which prices say. */
export async function registerSays(vatId: string): Promise<string | undefined> {
  try {
    const { stands, name } = await userCall('POST /vat-number', { body: { vatId } });
    if (stands === null)
      return say(
        'The VAT register did not answer, or does not cover this country. You can still order; if tax is charged, it is because the number is not verified.',
      );
    if (!stands) return say('The VAT register does not recognise this number. If tax is charged, this is why.');
    return name === undefined
      ? say('Confirmed by the VAT register.')
      : say('Confirmed by the VAT register: {name}.', { name });
  } catch {
    return undefined;
  }
}
