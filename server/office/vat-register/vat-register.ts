import { z } from 'zod';
import { isInVatUnion } from '#contract/office/tax.ts';
import { tracedFetch } from '#server/engine/observe/traced-fetch.ts';
import { settlingFetch } from '#server/engine/outside/settling-fetch.ts';
import type { Log } from '#server/log.ts';
import { countryOfVatNumber, plainVatNumber } from '#server/office/tax/vat-numbers.ts';

/** The REST service of VIES, which asks the registers of the member states. */
export const VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number';

/** A buyer waits for it at a field. */
const LIMIT_MS = 5_000;
const MOST_OF_AN_ANSWER = 65_536;
/** VIES says so where a country does not tell a name. */
const NOT_TOLD = '---';

const RegisterAnswer = z.object({
  valid: z.boolean(),
  name: z.string().max(1_000).nullish(),
  requestIdentifier: z.string().max(100).nullish(),
  userError: z.string().max(100).nullish(),
});
/** Beside any other error `valid` says nothing: the register of the state is down, or too many ask. */
const KNOWN = new Set([undefined, null, '', 'VALID', 'INVALID', 'INVALID_INPUT']);

interface RegisterSays {
  stands: boolean;
  name: string;
  /** Of the consultation; empty where the shop has no number of its own to ask with. */
  consultation: string;
}

/** Says of a number whether it stands; null where the register does not know or did not answer in time. Never throws. */
export type VatRegister = (vatId: string, ownVatId: string) => Promise<RegisterSays | null>;

/** @param registerFetch reaches the register instead of the network: the demo's stand-in in the same process */
export function createVatRegister(url: string, log: Log, registerFetch?: typeof fetch): VatRegister {
  const ask = tracedFetch(
    'vat-register',
    settlingFetch({ limitMs: LIMIT_MS, maxBytes: MOST_OF_AN_ANSWER }, registerFetch),
  );
  return async (vatId, ownVatId) => {
    const number = plainVatNumber(vatId);
    if (!isOfTheUnion(number)) return null;
    const own = plainVatNumber(ownVatId);
    const asking = isOfTheUnion(own)
      ? { requesterMemberStateCode: own.slice(0, 2), requesterNumber: own.slice(2) }
      : {};
    try {
      const answer = await ask(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ countryCode: number.slice(0, 2), vatNumber: number.slice(2), ...asking }),
        redirect: 'error',
      });
      if (!answer.ok) throw new Error(`The register of VAT numbers answered ${answer.status}`);
      const { valid, name, requestIdentifier, userError } = RegisterAnswer.parse(await answer.json());
      if (!KNOWN.has(userError)) throw new Error(`The register of VAT numbers answered ${userError}`);
      return {
        stands: valid,
        name: name === NOT_TOLD ? '' : inOneLine(name),
        consultation: inOneLine(requestIdentifier),
      };
    } catch (error) {
      log.warn({ err: error }, 'the register of VAT numbers did not answer');
      return null;
    }
  };
}

/** As the database can keep it: without control characters and halves of a character pair. */
function inOneLine(said: string | null | undefined): string {
  return (said ?? '')
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
}

function isOfTheUnion(number: string): boolean {
  try {
    const country = countryOfVatNumber(number);
    return country !== null && (country === 'XI' || isInVatUnion(country));
  } catch {
    return false;
  }
}
